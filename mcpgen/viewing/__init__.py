"""A server as people look at it before there is one: a table, or one page to browse."""

from mcpgen.viewing.page import page
from mcpgen.viewing.view import ServerView, view

__all__ = ["ServerView", "page", "view"]
