"""Spans of the requests to the API: to a collector over real HTTP, and one by one in memory."""

from __future__ import annotations

import threading

import httpx2
import pytest
from flask import Flask, request
from mcp import Client
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from petstore_mcp._runtime.sending.hooks import Call
from petstore_mcp._runtime.sending.tracing import is_collecting, traced
from petstore_mcp._runtime.serving.app import create_server
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.settings.settings import Settings
from werkzeug.serving import make_server

from tests.spans import provided

from .processes import Process, called
from .scoped import recording_api

pytestmark = pytest.mark.anyio
TRACE = "0af7651916cd43dd8448eb211c80319c"
SECRET = "secret-key-of-the-api"


@pytest.fixture(scope="module")
def provider():
    with provided() as only:
        yield only


@pytest.fixture
def spans(provider):
    exporter = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    return exporter


def span_of(spans):
    """The one span of a request to the API."""
    (found,) = [each for each in spans.get_finished_spans() if each.kind is trace.SpanKind.CLIENT]
    return found


async def sent(answer, name: str = "getPet", **arguments) -> httpx2.Request:
    """Call a tool; the request that the API got."""
    requests: list[httpx2.Request] = []

    def api(got: httpx2.Request) -> httpx2.Response:
        requests.append(got)
        if isinstance(answer, Exception):
            raise answer
        return answer

    env = {"PETSTORE_API_KEY_API_KEY": SECRET, "PETSTORE_RETRIES": "0"}
    read = Settings.read(load_api("petstore_mcp"), env)
    server = create_server("petstore_mcp", read, transport=httpx2.MockTransport(api))
    async with Client(server) as client:
        await client.call_tool(name, arguments or {"petId": 7})
    return requests[-1]


def test_without_a_provider_no_spans_are_collected():
    """That OpenTelemetry's SDK is installed says nothing of it."""
    assert not is_collecting()


def test_with_a_provider_of_the_owners_spans_are_collected(provider):
    assert is_collecting()


async def test_a_request_is_a_span_and_carries_its_trace_on(spans):
    got = await sent(httpx2.Response(200, json={"id": 7}))

    span = span_of(spans)
    assert span.name == "GET /pets/{petId}"
    assert span.attributes["http.response.status_code"] == 200
    assert span.attributes["server.address"] == "petstore.example.com"
    assert span.attributes["url.full"] == "https://petstore.example.com/v1/pets/7"
    assert span.attributes["mcpgen.tool"] == "getPet"
    context = span.get_span_context()
    carried = f"00-{context.trace_id:032x}-{context.span_id:016x}-"
    assert got.headers["traceparent"].startswith(carried)


async def test_the_span_belongs_to_that_of_the_call(spans):
    await sent(httpx2.Response(200, json={"id": 7}))

    span = span_of(spans)
    of_call = next(each for each in spans.get_finished_spans() if "tools/call" in each.name)
    assert span.context.trace_id == of_call.context.trace_id


@pytest.mark.parametrize(
    ("answer", "problem"),
    [(httpx2.Response(404, json={}), "404"), (httpx2.ConnectError("no"), "NotSentError")],
)
async def test_what_fails_is_told(spans, answer, problem):
    await sent(answer)

    span = span_of(spans)
    assert span.attributes["error.type"] == problem
    assert span.status.status_code is trace.StatusCode.ERROR
    assert span.events == ()


async def test_credentials_in_the_query_are_not(spans):
    url = f"https://api.test/pets?key=ab&sid=xy&page=2&access_token=t&note={SECRET}"
    made = Call(tool="t", operation="GET /pets", request=httpx2.Request("GET", url))
    with traced(made, {"sid"}, {}):
        made.response = httpx2.Response(200)

    assert span_of(spans).attributes["url.full"] == (
        "https://api.test/pets?key=REDACTED&sid=REDACTED&page=2&access_token=REDACTED&note=[hidden]"
    )


@pytest.fixture
def collector():
    got, app = [], Flask("collector")
    arrived = threading.Event()

    @app.post("/v1/traces")
    def take():
        got.append(ExportTraceServiceRequest.FromString(request.get_data()))
        arrived.set()
        return b"", 200, {"Content-Type": "application/x-protobuf"}

    served = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{served.server_port}", got, arrived
    served.shutdown()
    served.server_close()


def test_spans_reach_a_collector_and_the_clients_trace_the_api(source, collector):
    url, got, arrived = collector
    with recording_api() as api:
        env = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": url,
            "OTEL_BSP_SCHEDULE_DELAY": "100",
            "PETSTORE_BASE_URL": api.url,
            "NO_PROXY": "127.0.0.1",
        }
        message = called(1, "searchPets")
        message["params"]["_meta"] |= {
            "traceparent": f"00-{TRACE}-b7ad6b7169203331-01",
            "baggage": "customer=4711",
        }
        with Process(source, **env) as process:
            process.ask(message)
            assert arrived.wait(20)
            _, said = process.finish()

    resources = [each for sent in got for each in sent.resource_spans]
    named = {
        span.name: span for each in resources for scope in each.scope_spans for span in scope.spans
    }
    service = {item.key: item.value.string_value for item in resources[0].resource.attributes}
    assert named["GET /search"].trace_id.hex() == TRACE
    assert service["service.name"] == "petstore-mcp"
    assert api.last["traceparent"].split("-")[1] == TRACE
    assert "baggage" not in api.last
    assert "Traceback" not in said
