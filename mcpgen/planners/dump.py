"""The plan as JSON, for people and for tools of their own."""

from __future__ import annotations

import json
from dataclasses import asdict

from mcpgen.planners.plan import Plan


def plan_json(plan: Plan) -> str:
    """The whole plan, field by field as `mcpgen.planners.plan` documents it."""
    return json.dumps(asdict(plan), ensure_ascii=False, indent=2)
