"""A description whose every text tries to leave its place on a page or in a terminal."""

from __future__ import annotations

import json

ATTACK = "</pre></script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'&{{7*7}}\x1b[31m"
NOTHING = {"200": {"description": "ok"}}

HOSTILE = {
    "openapi": "3.1.0",
    "info": {"title": f"Shop {ATTACK}", "version": ATTACK, "description": ATTACK},
    "servers": [{"url": "https://api.shop.example"}],
    "tags": [{"name": ATTACK, "description": ATTACK}],
    "components": {"securitySchemes": {ATTACK: {"type": "http", "scheme": "bearer"}}},
    "security": [{ATTACK: []}],
    "paths": {
        f"/orders/{ATTACK}": {
            "get": {
                "operationId": "listOrders",
                "tags": [ATTACK],
                "summary": ATTACK,
                "parameters": [
                    {
                        "name": ATTACK,
                        "in": "query",
                        "required": True,
                        "description": ATTACK,
                        "schema": {"type": "string", "enum": [ATTACK]},
                    }
                ],
                "responses": NOTHING,
            }
        },
        "/users": {"delete": {"operationId": "deleteUsers", "responses": NOTHING}},
    },
}
TEXT = json.dumps(HOSTILE)
