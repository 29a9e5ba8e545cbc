"""From what the API is to what we will write."""

from mcpgen.planners.curate import Curated, curate
from mcpgen.planners.dump import plan_json
from mcpgen.planners.make import default_hints, make_plan
from mcpgen.planners.plan import Plan
from mcpgen.planners.security import hosts

__all__ = ["Curated", "Plan", "curate", "default_hints", "hosts", "make_plan", "plan_json"]
