"""Over stdin and stdout, with real processes."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys

import pytest

from .processes import INITIALIZE, PATIENCE, Process, called, environment, line, request
from .silent import is_set, silent_api

LIST = request(1, "tools/list")
# What the machine may take beside what the server waits for.
SLACK = 5.0


def run(source, *messages, **env):
    """All at once: the answers by id, and the exit status."""
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp"],
        input=b"".join(m if isinstance(m, bytes) else line(m) for m in messages),
        capture_output=True,
        env=environment(source, **env),
        timeout=PATIENCE,
        check=False,
    )
    answers = [json.loads(text) for text in done.stdout.splitlines()]
    return {answer.get("id"): answer for answer in answers}, done


def test_r35_one_message_a_line_whatever_is_in_it(source):
    said = "Zeile\nzwei\u2028drei 漢字 😀"

    answers, _ = run(source, called(1, said), request("zwei", "tools/list"))

    assert answers[1]["error"]["code"] == -32602
    assert "漢字 😀" in answers[1]["error"]["message"]
    assert "listPets" in [tool["name"] for tool in answers["zwei"]["result"]["tools"]]


def test_r36_what_is_printed_never_reaches_stdout(source):
    answers, done = run(source, called(1, "chatter"))

    assert answers[1]["result"]["structuredContent"] == {"said": True}
    assert len(done.stdout.splitlines()) == 1
    for printed in (b"hooks are imported", b"tools.inside is imported", b"chatter on stdout"):
        assert printed in done.stderr


def test_r11_what_is_no_message_is_answered_and_the_next_one_served(source):
    _, done = run(
        source, b"no JSON at all\n", b"[]\n", b'{"jsonrpc": "2.0", "id": 7}\n', b"\n  \r\n", LIST
    )
    *refused, served = [json.loads(text) for text in done.stdout.splitlines()]

    assert [(answer["error"]["code"], answer.get("id")) for answer in refused] == [
        (-32700, None),
        (-32600, None),
        (-32600, 7),
    ]
    assert served["id"] == 1


def test_a_last_line_without_an_end_is_served(source):
    answers, _ = run(source, line(LIST).rstrip(b"\n"))

    assert 1 in answers


def test_r10_a_notification_has_no_answer(source):
    _, done = run(source, {"jsonrpc": "2.0", "method": "notifications/initialized"}, LIST)

    assert len(done.stdout.splitlines()) == 1


def test_the_older_handshake_works(source):
    with Process(source) as server:
        answer = server.ask(request(0, "initialize", INITIALIZE, modern=False))
        server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        tools = server.ask(request(1, "tools/list", modern=False))["result"]["tools"]

    assert answer["result"]["protocolVersion"] == "2025-11-25"
    assert answer["result"]["serverInfo"]["version"] == "1.2.3"
    assert "listPets" in [tool["name"] for tool in tools]


def test_s17_a_fast_answer_overtakes_a_slow_one(source):
    with Process(source) as server:
        server.ask(called(0, "chatter"))
        server.send(called(1, "wait", {"seconds": 0.5}), called(2, "wait", {"seconds": 0}))

        assert [server.receive()["id"], server.receive()["id"]] == [2, 1]


def test_calls_under_way_are_answered_after_the_end_of_input(source):
    answers, done = run(source, called(1, "wait", {"seconds": 0.3}))

    assert answers[1]["result"]["structuredContent"] == {"waited": 0.3}
    assert done.returncode == 0


def test_r8_a_call_that_takes_too_long_ends_with_the_input_and_is_not_answered(source):
    answers, done = run(source, called(1, "wait", {"seconds": PATIENCE * 2}))

    assert answers == {}
    assert done.returncode == 0


def test_r38_a_cancelled_call_is_not_answered(source):
    with Process(source) as server:
        server.ask(called(0, "chatter"))
        server.send(called(1, "wait", {"seconds": PATIENCE * 2}))
        server.send(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
        )
        answers, _ = server.finish()

    assert answers == []


def test_a_cancellation_of_nothing_does_no_harm(source):
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled"}
    odd = [{}, {"requestId": None}, {"requestId": [1]}, {"requestId": {"a": 1}}, {"requestId": 99}]

    answers, _ = run(
        source, LIST, cancelled, *({**cancelled, "params": p} for p in odd), called(2, "chatter")
    )

    assert set(answers) == {1, 2}


def test_code_that_cannot_be_stopped_does_not_hold_the_process(source):
    with Process(source) as server:
        server.ask(LIST)
        server.send(called(2, "block", {"seconds": PATIENCE * 2}))
        server.ask(called(3, "chatter"))
        server.process.send_signal(signal.SIGTERM)

        assert server.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_r39_a_signal_ends_the_server_though_calls_are_under_way(source, number):
    with Process(source) as server:
        server.ask(called(0, "chatter"))
        server.send(called(1, "wait", {"seconds": PATIENCE * 2}))
        server.ask(called(2, "chatter"))
        server.process.send_signal(number)
        answers, said = server.finish()

    assert answers == []
    assert server.process.returncode == 0
    assert "Traceback" not in said


def test_a_client_that_goes_away_ends_the_server(source):
    with Process(source) as server:
        server.ask(LIST)
        server.process.stdout.close()

        assert server.process.wait(PATIENCE) == 0
        assert "Traceback" not in server.said.text


def test_files_do_as_well_as_pipes(source, tmp_path):
    (tmp_path / "in").write_bytes(
        line(LIST) + b"nonsense\n" + line(called(2, "wait", {"seconds": 0.1}))
    )
    with (tmp_path / "in").open("rb") as stdin, (tmp_path / "out").open("wb") as stdout:
        subprocess.run(
            [sys.executable, "-m", "petstore_mcp"],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            env=environment(source),
            timeout=PATIENCE,
            check=True,
        )

    answers = [json.loads(text) for text in (tmp_path / "out").read_text().splitlines()]
    assert {answer.get("id") for answer in answers} == {None, 1, 2}


def test_a_socket_does_as_well_as_pipes(source):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        server = subprocess.Popen(
            [sys.executable, "-m", "petstore_mcp"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env=environment(source),
        )
        theirs.close()
        ours.settimeout(PATIENCE)
        ours.sendall(line(LIST))
        answer = ours.makefile("rb").readline()
        ours.shutdown(socket.SHUT_WR)

        assert json.loads(answer)["id"] == 1
        assert server.wait(PATIENCE) == 0


def test_stderr_on_the_same_pipe_stays_usable(source):
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp"],
        input=line(LIST),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(source),
        timeout=PATIENCE,
        check=True,
    )

    assert b"hooks are imported" in done.stdout
    assert b'"id":1' in done.stdout


def test_without_input_there_is_nothing_to_do(source):
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(source),
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, b"")


def test_closed_descriptors_are_told_in_words(source):
    done = subprocess.run(
        f"{sys.executable} -m petstore_mcp <&-",
        shell=True,
        capture_output=True,
        env=environment(source),
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 2
    assert b"both must be open" in done.stderr
    assert b"Traceback" not in done.stderr


def test_the_encoding_of_the_terminal_does_not_matter(source):
    answers, _ = run(
        source, called(1, "ümlaut"), PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0"
    )

    assert "ümlaut" in answers[1]["error"]["message"]


def test_a_line_beyond_the_limit_is_refused_and_the_next_one_served(source):
    _, done = run(source, b'{"a": "' + b"x" * (65 << 20) + b'"}\n', LIST)
    refused, served = [json.loads(text) for text in done.stdout.splitlines()]

    assert refused["error"]["code"] == -32600
    assert served["id"] == 1


def test_a_slow_reader_gets_everything(source):
    with Process(source) as server:
        for number in range(100):
            server.send(request(number, "tools/list"))
        answers, _ = server.finish()

    assert [answer["id"] for answer in answers] == list(range(100))


def listen(*uris: str) -> dict:
    wanted = {"notifications": {"resourceSubscriptions": list(uris)}}
    return request("listen", "subscriptions/listen", wanted)


@pytest.fixture
def silent(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with silent_api() as api:
        yield api


@pytest.mark.parametrize("end", ["input", "signal"])
def test_r79_a_stream_of_notices_ends_with_its_result(source, silent, end):
    with Process(source, PETSTORE_BASE_URL=silent.url) as server:
        acknowledged = server.ask(listen("petstore://pets/7"))
        if end == "signal":
            server.process.send_signal(signal.SIGTERM)
        answers, said = server.finish()

    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    (last,) = answers
    assert (last["id"], last["result"]["resultType"]) == ("listen", "complete")
    assert last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == "listen"
    assert server.process.returncode == 0
    assert "Traceback" not in said


def test_a_stream_of_notices_that_is_cancelled_has_no_answer(source, silent):
    with Process(source, PETSTORE_BASE_URL=silent.url) as server:
        server.ask(listen("petstore://pets/7"))
        assert is_set(silent.asked)
        cancelled = {"requestId": "listen"}
        server.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled})
        assert is_set(silent.left)
        answers, _ = server.finish()

    assert answers == []


@pytest.mark.parametrize("modern", [True, False])
@pytest.mark.parametrize("how", ["in words", "signal", "end of input", "kill"])
def test_r38_what_is_cancelled_is_cancelled_at_the_api(source, silent, how, modern):
    with Process(source, PETSTORE_BASE_URL=silent.url) as server:
        if not modern:
            server.ask(request(0, "initialize", INITIALIZE, modern=False))
            server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        server.send(called(1, "listPets", modern=modern))
        assert is_set(silent.asked)
        assert not silent.left.is_set()
        if how == "in words":
            cancelled = {"requestId": 1, "reason": "no longer needed"}
            server.send(
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled}
            )
        elif how == "signal":
            server.process.send_signal(signal.SIGTERM)
        elif how == "kill":
            server.process.kill()
        else:
            server.process.stdin.close()

        assert is_set(silent.left)


@pytest.mark.parametrize("modern", [True, False])
def test_r76_progress_comes_before_the_answer(source, modern):
    with Process(source) as server:
        if not modern:
            server.ask(request(0, "initialize", INITIALIZE, modern=False))
            server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        asked = called(1, "count", {"numbers": [1, 2, 2, 1, 3]}, modern=modern)
        asked["params"].setdefault("_meta", {})
        asked["params"]["_meta"] = {**asked["params"]["_meta"], "progressToken": "my-token"}
        server.send(asked)
        told = []
        while "id" not in (message := server.receive()):
            if message["method"] == "notifications/progress":
                told.append(message["params"])

    assert [each["progress"] for each in told] == [1, 2, 3]
    assert {each["progressToken"] for each in told} == {"my-token"}


def test_without_a_token_there_is_no_progress(source):
    with Process(source) as server:
        answer = server.ask(called(1, "count", {"numbers": [1, 2, 3]}))

    assert answer["id"] == 1
