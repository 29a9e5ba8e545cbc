"""What comes after an answer is offered as the arguments of the next call."""

from __future__ import annotations

import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("target", ["operationId: listPets", "operationRef: '#/paths/~1pets/get'"])
async def test_a_link_to_the_operation_itself_is_its_next_page(target: str) -> None:
    described = f"""
        paths:
          /pets:
            get:
              operationId: listPets
              parameters: [{{name: after, in: query, schema: {{type: string}}}}]
              responses:
                "200":
                  description: pets
                  content: {{application/json: {{schema: {{type: object}}}}}}
                  links:
                    more: {{{target}, parameters: {{query.after: '$response.body#/paging/last'}}}}
        """
    page = {"pets": [1, 2], "paging": {"last": "b7"}}
    async with serve(described, httpx2.Response(200, json=page)) as shop:
        result = await shop.call("listPets")
        await shop.call("listPets", **result.meta["mcpgen/next"])

    assert '{"after":"b7"}' in text_of(result)
    assert [request.target for request in shop.requests] == ["/v1/pets", "/v1/pets?after=b7"]


async def test_a_link_by_a_header_is_the_next_page_too() -> None:
    described = """
        paths:
          /pets:
            get:
              operationId: listPets
              parameters: [{name: after, in: query, schema: {type: integer}}]
              responses:
                "200":
                  description: pets
                  links:
                    more: {operationId: listPets, parameters: {after: $response.header.X-Next}}
        """
    pages = (
        httpx2.Response(200, json=[1], headers={"x-next": "12"}),
        httpx2.Response(200, json=[2]),
    )
    async with serve(described, *pages) as shop:
        first = await shop.call("listPets")
        last = await shop.call("listPets", **first.meta["mcpgen/next"])

    assert shop.sent.target == "/v1/pets?after=12"
    assert "mcpgen/next" not in (last.meta or {})
