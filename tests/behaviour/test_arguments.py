"""What a tool asks for is what the API can be sent."""

from __future__ import annotations

import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio


async def test_a_body_that_wants_some_of_its_optional_properties_is_one_argument() -> None:
    described = """
        paths:
          /pets/{id}:
            patch:
              operationId: changePet
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      minProperties: 1
                      properties: {name: {type: string}, age: {type: integer}}
              responses: {"204": {description: changed}}
        """
    async with serve(described) as shop:
        refused = await shop.call("changePet", id=1, body={})
        await shop.call("changePet", id=1, body={"age": 3})

    assert refused.is_error
    assert [request.json() for request in shop.requests] == [{"age": 3}]


async def test_a_required_property_that_is_not_described_can_be_given() -> None:
    described = """
        paths:
          /hooks:
            put:
              operationId: putHook
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [url, team]
                      properties: {url: {type: string}}
              responses: {"204": {description: put}}
        """
    async with serve(described) as shop:
        tool = await shop.tool("putHook")
        await shop.call("putHook", url="https://me.test", team=7)

    assert tool.input_schema["required"] == ["url", "team"]
    assert shop.sent.json() == {"url": "https://me.test", "team": 7}


async def test_what_only_the_api_sets_is_not_asked_for_although_it_is_required_elsewhere() -> None:
    described = """
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      allOf: [{$ref: "#/components/schemas/Base"}, {$ref: "#/components/schemas/Stored"}]
                      required: [id, name]
              responses: {"204": {description: added}}
        components:
          schemas:
            Base: {type: object, required: [id], properties: {name: {type: string}}}
            Stored: {type: object, properties: {id: {type: integer, readOnly: true}}}
        """
    async with serve(described) as shop:
        tool = await shop.tool("addPet")
        await shop.call("addPet", name="Rex")

    assert list(tool.input_schema["properties"]) == ["name"]
    assert shop.sent.json() == {"name": "Rex"}


async def test_int32_is_a_bound() -> None:
    described = """
        paths:
          /pets:
            get:
              operationId: listPets
              parameters: [{name: limit, in: query, schema: {type: integer, format: int32, minimum: 1}}]
              responses: {"204": {description: none}}
        """
    async with serve(described) as shop:
        refused = await shop.call("listPets", limit=3_000_000_000)
        await shop.call("listPets", limit=2)

    assert refused.is_error
    assert "limit" in text_of(refused)
    assert [request.target for request in shop.requests] == ["/v1/pets?limit=2"]


async def test_a_whole_number_is_sent_as_an_integer() -> None:
    described = """
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {type: object, properties: {age: {type: integer}, tags: {type: array, items: {type: integer}}}}
              responses: {"204": {description: added}}
        """
    async with serve(described) as shop:
        await shop.call("addPet", age=3.0, tags=[1.0, 2])

    assert shop.sent.text() == '{"age":3,"tags":[1,2]}'


async def test_a_file_that_is_no_base64_is_told() -> None:
    described = """
        paths:
          /pictures:
            post:
              operationId: addPicture
              requestBody:
                required: true
                content: {image/png: {schema: {type: string, format: binary}}}
              responses: {"204": {description: added}}
        """
    async with serve(described) as shop:
        result = await shop.call("addPicture", body="no base64: é")

    assert result.is_error
    assert "base64" in text_of(result)
    assert not shop.requests


async def test_an_array_that_must_be_sent_has_at_least_one_item() -> None:
    described = """
        paths:
          /pets:
            get:
              operationId: listPets
              parameters: [{name: tags, in: query, required: true, schema: {type: array, items: {type: string}}}]
              responses: {"204": {description: none}}
        """
    async with serve(described) as shop:
        refused = await shop.call("listPets", tags=[])
        await shop.call("listPets", tags=["a"])

    assert refused.is_error
    assert [request.target for request in shop.requests] == ["/v1/pets?tags=a"]


async def test_a_value_without_its_discriminator_is_of_the_default_kind() -> None:
    described = """
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Other"}]
                      discriminator:
                        propertyName: kind
                        mapping: {cat: "#/components/schemas/Cat", other: "#/components/schemas/Other"}
                        defaultMapping: "#/components/schemas/Other"
              responses: {"204": {description: added}}
        components:
          schemas:
            Cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}
            Other: {type: object, required: [name], properties: {kind: {type: string}, name: {type: string}}}
        """
    fine = [{"name": "Rex"}, {"kind": "dog", "name": "Rex"}, {"kind": "cat", "lives": 9}]
    async with serve(described, version="3.2.0") as shop:
        for body in fine:
            assert not (await shop.call("addPet", body=body)).is_error
        refused = await shop.call("addPet", body={"kind": "cat", "lives": "nine"})

    assert [request.json() for request in shop.requests] == fine
    assert refused.is_error


async def test_a_discriminator_without_a_mapping_is_told_by_its_schemas_and_taken_as_it_comes() -> (
    None
):
    described = """
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
                      discriminator: {propertyName: kind}
              responses: {"204": {description: added}}
        components:
          schemas:
            Pet: {type: object, required: [kind], properties: {kind: {type: string}}}
            Cat: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {lives: {type: integer}}}]}
            Dog: {allOf: [{$ref: "#/components/schemas/Pet"}, {type: object, properties: {tricks: {type: array}}}]}
        """
    async with serve(described) as shop:
        tool = await shop.tool("addPet")
        for kind in ("Cat", "cat"):
            await shop.call("addPet", body={"kind": kind, "lives": 9})

    told = str(tool.input_schema)
    assert "'examples': ['Cat']" in told
    assert "'examples': ['Dog']" in told
    assert [request.json()["kind"] for request in shop.requests] == ["Cat", "cat"]


async def test_a_pattern_in_slashes_takes_what_its_author_meant() -> None:
    described = """
        paths:
          /users:
            post:
              operationId: addUser
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      required: [password]
                      properties:
                        password: {type: string, pattern: '/(?=.*[a-z])(?=.*[0-9])/'}
              responses: {"204": {description: added}}
        """
    async with serve(described) as shop:
        refused = await shop.call("addUser", password="drowssap")
        await shop.call("addUser", password="drowssap123")

    assert refused.is_error
    assert [request.json() for request in shop.requests] == [{"password": "drowssap123"}]


async def test_one_value_is_not_joined_and_a_list_is() -> None:
    described = {
        "swagger": "2.0",
        "info": {"title": "Shop", "version": "1"},
        "host": "api.shop.test",
        "paths": {
            "/users/{name}": {
                "get": {
                    "operationId": "getUser",
                    "parameters": [
                        {"name": "name", "in": "path", "required": True, "type": "string"},
                        {"name": "view", "in": "query", "type": "string"},
                        {"name": "tags", "in": "query", "type": "array", "items": {"type": "string"}},
                    ],
                    "responses": {"204": {"description": "ok"}},
                }
            }
        },
    }  # fmt: skip
    async with serve(described) as shop:
        await shop.call("getUser", name="a,b", view="c,d", tags=["e", "f"])

    assert shop.sent.target == "/users/a%2Cb?view=c%2Cd&tags=e,f"
