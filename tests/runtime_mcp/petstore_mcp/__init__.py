"""A small server by hand, in the shape of a generated one; its `_runtime` comes from templates/runtime."""
