"""A plan made by hand, so that these tests depend on no other stage."""

from __future__ import annotations

from typing import Any

from mcpgen.model import Origin, SecurityScheme, Server
from mcpgen.planners.plan import (
    Annotations,
    Argument,
    BodyKind,
    Function,
    Module,
    Names,
    Plan,
    Request,
    RequestBody,
    Slot,
    Tool,
    Types,
    Variable,
    Wrap,
)
from mcpgen.planners.scripts import ExpectedRequest, Sample

_SCHEMAS = {"int": "integer", "str": "string", "bool": "boolean"}


def argument(
    name: str, annotation: str = "str", *, required: bool = False, **more: Any
) -> Argument:
    schema = {"type": _SCHEMAS.get(annotation, "object")} if annotation in _SCHEMAS else {}
    return Argument(
        name=name,
        identifier=more.pop("identifier", name),
        annotation=annotation,
        required=required,
        schema=schema,
        **more,
    )


def tool(
    name: str,
    request: Request,
    arguments: tuple[Argument, ...] = (),
    *,
    function: str = "",
    returns: str = "Any",
    doc: str = "Does what it says.",
    sample: Sample | None = None,
    **more: Any,
) -> Tool:
    return Tool(
        key=f"{request.method} {request.path}",
        name=name,
        title=more.pop("title", name),
        description=doc,
        input_schema={
            "type": "object",
            "properties": {each.name: each.schema for each in arguments},
            "required": [each.name for each in arguments if each.required],
            "additionalProperties": False,
        },
        output_schema=None,
        annotations=Annotations(
            read_only=request.method == "GET",
            destructive=request.method == "DELETE",
            idempotent=request.method != "POST",
        ),
        function=Function(
            name=function or name, arguments=arguments, returns=returns, doc=doc, request=request
        ),
        sample=sample,
        **more,
    )


def plan(*tools: Tool, **more: Any) -> Plan:
    """A small plan around some tools."""
    values: dict[str, Any] = {
        "names": Names(
            name="petstore", distribution="petstore-mcp", package="petstore_mcp", env="PETSTORE"
        ),
        "title": "Petstore",
        "version": "0.1.0",
        "registry_name": "io.github.your-name/petstore-mcp",
        "api_version": "1.0",
        "description": "A shop for pets",
        "instructions": "",
        "website": "",
        "source": "petstore.yaml",
        "servers": (Server(url="https://petstore.example.com/v1"),),
        "security_schemes": (),
        "scheme_variables": {},
        "credential_hosts": (),
        "variables": (),
        "modules": (Module(name="pets", tag="pets", description="", tools=tools),),
        "types": Types(),
    }
    return Plan(**{**values, **more})


PET = {
    "type": "object",
    "properties": {"id": {"type": "integer"}, "name": {"type": "string"}},
    "required": ["id"],
}


def list_pets() -> Tool:
    return tool(
        "listPets",
        Request(
            method="GET",
            path="/pets",
            query=(
                Slot(wire="limit", identifier="limit"),
                Slot(wire="tags", identifier="tags", wrap=Wrap.CSV),
                Slot(wire="filter", identifier="filter", wrap=Wrap.DEEP, reserved=True),
            ),
            headers=(Slot(wire="X-Trace", identifier="trace"),),
            cookies=(Slot(wire="session", identifier="session"),),
        ),
        (
            argument("limit", "int"),
            argument("tags", "list[str]"),
            argument("filter", "dict[str, Any]"),
            argument("X-Trace", identifier="trace"),
            argument("session"),
        ),
        function="list_pets",
        returns="list[Pet]",
        doc="List the pets of the store, newest first.",
        sample=Sample(
            arguments={"limit": 2, "tags": ["a", "b, c"], "X-Trace": "t1", "session": "s1"},
            expected=ExpectedRequest(
                method="GET",
                target="/pets?limit=2&tags=a,b%2C%20c",
                headers={"X-Trace": "t1"},
                cookies={"session": "s1"},
            ),
            answer=[{"id": 1, "name": "Rex"}],
        ),
    )


def get_pet() -> Tool:
    return tool(
        "getPet",
        Request(
            method="GET",
            path="/pets/{petId}",
            path_values=(Slot(wire="petId", identifier="pet_id"),),
        ),
        (argument("petId", "int", required=True, identifier="pet_id"),),
        function="get_pet",
        returns="Pet",
        doc="Get one pet by its id.",
        sample=Sample(
            arguments={"petId": 7},
            expected=ExpectedRequest(method="GET", target="/pets/7"),
            answer={"id": 7, "name": "Rex"},
        ),
    )


def create_pet() -> Tool:
    body = RequestBody(
        kind=BodyKind.JSON,
        media_type="application/json",
        fields=(
            Slot(wire="name", identifier="name"),
            Slot(wire="petType", identifier="pet_type"),
        ),
    )
    return tool(
        "createPet",
        Request(method="POST", path="/pets", body=body),
        (
            argument("petType", identifier="pet_type"),
            argument("name", required=True),
        ),
        function="create_pet",
        returns="Pet",
        doc="Add a pet to the store.",
        sample=Sample(
            arguments={"name": "Rex", "petType": "dog"},
            expected=ExpectedRequest(
                method="POST",
                target="/pets",
                media_type="application/json",
                json={"name": "Rex", "petType": "dog"},
                has_json=True,
            ),
            answer={"id": 8, "name": "Rex"},
        ),
    )


def delete_pet() -> Tool:
    return tool(
        "deletePet",
        Request(
            method="DELETE",
            path="/pets/{petId}",
            path_values=(Slot(wire="petId", identifier="pet_id"),),
        ),
        (argument("petId", "int", required=True, identifier="pet_id"),),
        function="delete_pet",
        returns="None",
        doc="Remove a pet from the store. This cannot be undone.",
        sample=Sample(
            arguments={"petId": 7}, expected=ExpectedRequest(method="DELETE", target="/pets/7")
        ),
    )


def adopt_pet() -> Tool:
    body = RequestBody(
        kind=BodyKind.FORM,
        media_type="application/x-www-form-urlencoded",
        optional=True,
        fields=(
            Slot(wire="name", identifier="name"),
            Slot(wire="tags", identifier="tags", wrap=Wrap.CSV),
            Slot(wire="owner", identifier="owner", wrap=Wrap.JSON_TEXT),
        ),
    )
    return tool(
        "adoptPet",
        Request(method="POST", path="/adoptions", body=body),
        (argument("name"), argument("tags", "list[str]"), argument("owner", "dict[str, Any]")),
        function="adopt_pet",
        sample=Sample(
            arguments={"name": "Rex & Co", "tags": ["a", "b"], "owner": {"id": 1}},
            expected=ExpectedRequest(
                method="POST",
                target="/adoptions",
                media_type="application/x-www-form-urlencoded",
                form=(("name", "Rex & Co"), ("tags", "a,b"), ("owner", '{"id":1}')),
            ),
            answer="done",
        ),
    )


def upload_photo() -> Tool:
    body = RequestBody(
        kind=BodyKind.MULTIPART,
        media_type="multipart/form-data",
        fields=(
            Slot(wire="photo", identifier="photo", wrap=Wrap.FILE, media_type="image/png"),
            Slot(
                wire="meta", identifier="meta", wrap=Wrap.JSON_TEXT, media_type="application/json"
            ),
        ),
    )
    return tool(
        "uploadPhoto",
        Request(method="PUT", path="/photo", body=body),
        (
            argument("photo", "FileInput", required=True),
            argument("meta", "dict[str, Any]"),
        ),
        function="upload_photo",
        returns="None",
    )


def purge() -> Tool:
    body = RequestBody(
        kind=BodyKind.TEXT,
        media_type="text/markdown",
        identifier="body",
        choice="content_type",
        media_types=("text/markdown", "text/plain"),
    )
    return tool(
        "purge",
        Request(method="PURGE", path="/cache", body=body),
        (argument("body", required=True), argument("content_type")),
    )


def petstore() -> Plan:
    scheme = SecurityScheme(
        name="api_key", type="apiKey", parameter="X-API-Key", origin=Origin("petstore.yaml")
    )
    return plan(
        list_pets(),
        get_pet(),
        create_pet(),
        delete_pet(),
        adopt_pet(),
        upload_photo(),
        purge(),
        security_schemes=(scheme,),
        scheme_variables={"api_key": "API_KEY"},
        credential_hosts=("petstore.example.com",),
        variables=(
            Variable(name="PETSTORE_BASE_URL", description="Where the API is."),
            Variable(
                name="PETSTORE_API_KEY_API_KEY",
                description="API key, sent as the header `X-API-Key`.",
                secret=True,
            ),
        ),
        types=Types(definitions={"Pet": PET}),
    )
