"""An API to change at random: three tags, shared parts that reach each other, names that clash, and something to find.

Each tag has an operation that shares nothing, so that a module is never as a whole another one.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Api = dict[str, Any]


def ref(section: str, name: str) -> Api:
    return {"$ref": f"#/components/{section}/{name}"}


def operation(name: str, tag: str, **more: Any) -> Api:
    answer = {
        "description": "ok",
        "content": {"application/json": {"schema": ref("schemas", "Pet")}},
    }
    return {
        "operationId": name,
        "tags": [tag],
        "summary": f"Does {name}",
        "responses": {"200": answer, "default": ref("responses", "Problem")},
        **more,
    }


def body(schema: Api) -> Api:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def status(tag: str) -> Api:
    """An operation that shares nothing."""
    return {
        "operationId": f"{tag}Status",
        "tags": [tag],
        "responses": {"204": {"description": "up"}},
    }


def shop() -> Api:
    """The API as it is at first."""
    one = [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}]
    owned = {"type": "object", "properties": {"owner": ref("schemas", "Owner"), "deep": {"type": "object", "properties": {"x": {"type": "integer"}}}}}  # fmt: skip
    return {
        "openapi": "3.0.3",
        "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://api.shop.example"}],
        "tags": [{"name": "pets", "description": "All about pets."}],
        "paths": {
            "/pets": {
                "parameters": [ref("parameters", "Limit")],
                "get": operation("listPets", "pets"),
                "post": operation("addPet", "pets", **body(ref("schemas", "Pet"))),
            },
            "/pets/{id}": {
                "parameters": one,
                "get": operation("getPet", "pets"),
                "put": operation("putPet", "pets", **body(owned)),
                "delete": operation("deletePet", "pets"),
            },
            "/owners": {
                "get": operation("listOwners", "owners"),
                "post": operation("addOwner", "owners", requestBody=ref("requestBodies", "Owner")),
            },
            **{f"/status/{tag}": {"get": status(tag)} for tag in ("pets", "owners", "orders")},
            # The path parameter is not declared, which is told.
            "/orders/{number}": {"get": operation("getOrder", "orders")},
            "/orders": {
                "post": operation("addOrder", "orders", **body(ref("schemas", "order-line"))),
                "put": operation("putOrder", "orders", **body(ref("schemas", "order_line"))),
                "get": operation("listOrders", "orders", security=[{"key": []}]),
            },
        },
        "components": {
            "parameters": {
                "Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}
            },
            "requestBodies": {"Owner": body(ref("schemas", "Owner"))["requestBody"]},
            "responses": {"Problem": {"description": "no"}},
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
            "schemas": {
                "Pet": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string"},
                        "id": {"type": "integer", "readOnly": True},
                        "owner": ref("schemas", "Owner"),
                    },
                },
                "Owner": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "home": {
                            "type": "object",
                            "properties": {"city": {"type": "string"}, "rooms": {"default": 1}},
                        },
                        "pets": {"type": "array", "items": ref("schemas", "Pet")},
                    },
                },
                "order-line": {"type": "object", "properties": {"pet": ref("schemas", "Pet")}},
                "order_line": {"type": "object", "properties": {"count": {"type": "integer"}}},
            },
        },
    }


def calls(api: Api) -> list[tuple[str, str]]:
    """The places of operations."""
    methods = ("get", "put", "post", "delete")
    return [(path, key) for path, item in api["paths"].items() for key in item if key in methods]


def _some(api: Api, number: int) -> Api:
    found = calls(api)
    path, method = found[number % len(found)]
    chosen: Api = api["paths"][path][method]
    return chosen


def _schema(api: Api, number: int) -> Api:
    schemas = api["components"]["schemas"]
    chosen: Api = schemas[sorted(schemas)[number % len(schemas)]]
    return chosen


def reword(api: Api, number: int) -> None:
    _some(api, number)["summary"] = f"Does it anew, {number}"


def ask_more(api: Api, number: int) -> None:
    asked = {
        "name": f"extra_{number}",
        "in": "query",
        "schema": {"type": "string", "enum": ["a", "b"]},
    }
    _some(api, number).setdefault("parameters", []).append(asked)


def send_object(api: Api, number: int) -> None:
    inner = {"type": "object", "properties": {"y": {"type": "integer"}}}
    _some(api, number).update(body({"type": "object", "properties": {f"part{number}": inner}}))


def send_other(api: Api, number: int) -> None:
    schemas = sorted(api["components"]["schemas"])
    _some(api, number).update(body(ref("schemas", schemas[number % len(schemas)])))


def move(api: Api, number: int) -> None:
    _some(api, number)["tags"] = [("pets", "owners", "orders", "toys")[number % 4]]


def rename(api: Api, number: int) -> None:
    _some(api, number)["operationId"] = f"called{number}"


def remove(api: Api, number: int) -> None:
    found = calls(api)
    path, method = found[number % len(found)]
    if len(found) > 1:
        del api["paths"][path][method]


def add(api: Api, number: int) -> None:
    api["paths"][f"/added/{number}"] = {
        "get": operation(f"added{number}", ("pets", "new")[number % 2])
    }


def change_schema(api: Api, number: int) -> None:
    _schema(api, number).setdefault("properties", {})[f"more{number}"] = {"type": "number"}


def mark_read_only(api: Api, number: int) -> None:
    _schema(api, number)["properties"]["seen"] = {"type": "string", "readOnly": True}


def add_schema(api: Api, number: int) -> None:
    """One whose name may clash with that of another, or with one that we make."""
    name = ("OwnerInput", "order.line", "PetItem", "AddPetOwner")[number % 4]
    api["components"]["schemas"][name] = {"type": "object", "properties": {"n": {"type": "string"}}}
    _some(api, number).update(body(ref("schemas", name)))


def change_shared(api: Api, number: int) -> None:
    api["components"]["parameters"]["Limit"]["schema"] = {"type": "integer", "maximum": number + 1}


def spoil(api: Api, number: int) -> None:
    """What is told as a finding, in a part that several operations share."""
    api["components"]["schemas"]["Owner"]["properties"]["odd"] = {
        "type": "string",
        "maxLength": "x",
    }
    reword(api, number)


def reorder(api: Api, number: int) -> None:
    paths = list(api["paths"].items())
    api["paths"] = dict(paths[number % len(paths) :] + paths[: number % len(paths)])


def retitle(api: Api, number: int) -> None:
    api["info"]["description"] = f"Shop number {number}."


def call_otherwise(api: Api, number: int) -> None:
    api["info"]["title"] = f"Shop {number}"


def reorder_members(api: Api, number: int) -> None:
    for owner in (
        _schema(api, number),
        api["components"]["schemas"]["Owner"]["properties"]["home"],
    ):
        owner["properties"] = dict(reversed(owner["properties"].items()))


def change_kind(api: Api, number: int) -> None:
    """To what is equal in Python, and another thing in JSON."""
    rooms = api["components"]["schemas"]["Owner"]["properties"]["home"]["properties"]["rooms"]
    rooms["default"] = (True, 1.0, 1)[number % 3]


def spell_twice(api: Api, number: int) -> None:
    """One method in two spellings, of which the first counts."""
    again = {"GET": operation("again", "pets"), "get": operation(f"first{number}", "pets")}
    api["paths"]["/twice"] = dict(sorted(again.items(), reverse=True))


def link(api: Api, number: int) -> None:
    """From an answer to other operations, by their place and by their id."""
    path, method = calls(api)[number % len(calls(api))]
    place = path.replace("~", "~0").replace("/", "~1")
    answer = _some(api, number + 1)["responses"].setdefault("200", {"description": "ok"})
    answer["links"] = {
        "place": {"operationRef": f"#/paths/{place}/{method}"},
        "id": {"operationId": f"added{number}"},
    }


def tell_apart(api: Api, number: int) -> None:
    """By a schema that only a discriminator names, and that is called as a type of another operation would be."""
    schemas = api["components"]["schemas"]
    schemas["PutPetDeep"] = {"type": "object", "properties": {"n": {"type": "string"}}}
    schemas["order-line"]["discriminator"] = {"propertyName": "n", "mapping": {"n": "PutPetDeep"}}
    api["paths"]["/pets/{id}"]["put"]["summary"] = f"Puts it, {number}"


def refer_by_anchor(api: Api, number: int) -> None:
    tree = {
        "$dynamicAnchor": "tree",
        "type": "object",
        "properties": {"label": {"default": number}},
    }
    api["openapi"] = "3.1.0"
    api["components"]["schemas"]["Tree"] = tree
    api["paths"]["/tree"] = {
        "put": operation(
            "putTree", "owners", **body({"properties": {"top": {"$dynamicRef": "#tree"}}})
        )
    }


def add_server(api: Api, number: int) -> None:
    _some(api, number)["servers"] = [{"url": f"https://other{number % 2}.shop.example"}]


CHANGES = (
    reword, ask_more, send_object, send_other, move, rename, remove, add, change_schema, mark_read_only,
    add_schema, change_shared, spoil, reorder, retitle, add_server, call_otherwise, reorder_members, change_kind,
    spell_twice, link, tell_apart, refer_by_anchor,
)  # fmt: skip


def changed(api: Api, change: Any, number: int) -> Api:
    """Another version of the API."""
    new = deepcopy(api)
    change(new, number)
    return new
