"""Which operation a plain question is about."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime.searching.ranking import Ranking, Topic
from petstore_mcp._runtime.searching.thesaurus import thesaurus
from petstore_mcp._runtime.searching.wishes import kinds_of, wishes
from petstore_mcp._runtime.searching.words import stem, stems


def topic(key: str, title: str, **more: str) -> Topic:
    return Topic(key=key, name=more.pop("name", ""), title=title, **more)


SHOP = [
    topic("GET /orders", "List orders"),
    topic("POST /orders", "Create an order"),
    topic("GET /orders/{id}", "Get an order"),
    topic("PATCH /orders/{id}", "Update an order"),
    topic("DELETE /orders/{id}", "Delete an order"),
    topic("POST /orders/{id}/cancel", "Cancel an order"),
    topic("POST /orders/{id}/refunds", "Create a refund"),
    topic("GET /invoices/{id}/pdf", "Download an invoice", lead="The invoice as a document."),
    topic("POST /users", "Create a user", arguments="emailAddress shippingAddress"),
    topic("DELETE /users/{id}/sessions", "Revoke the sessions of a user"),
]
RANKING = Ranking(SHOP)


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("list orders", "GET /orders"),
        ("which orders are there?", "GET /orders"),
        ("make an order", "POST /orders"),
        ("get rid of order 7", "DELETE /orders/{id}"),
        ("change order 7", "PATCH /orders/{id}"),
        ("fetch order 7", "GET /orders/{id}"),
        ("call off the order", "POST /orders/{id}/cancel"),
        ("give them their money back", "POST /orders/{id}/refunds"),
        ("I want the bill on paper", "GET /invoices/{id}/pdf"),
        ("sign somebody out everywhere", "DELETE /users/{id}/sessions"),
        ("where do I say the shipping address?", "POST /users"),
        ("cancelOrder", "POST /orders/{id}/cancel"),
        ("order_cancellation", "POST /orders/{id}/cancel"),
    ],
)
def test_it_is_found_in_everyday_words(question, key) -> None:
    assert SHOP[RANKING.best(question, 1)[0]].key == key


def test_no_more_are_given_than_asked_for() -> None:
    assert len(RANKING.best("order", 3)) == 3


@pytest.mark.parametrize("question", ["", "?!", "the of and", "\x00", "xyzzy", "𝔘𝔫𝔦", "'" * 99])
def test_what_says_nothing_finds_nothing(question) -> None:
    assert RANKING.best(question, 5) == []


def test_it_is_the_same_every_time() -> None:
    assert RANKING.best("order of a user", 9) == Ranking(SHOP).best("order of a user", 9)


def test_words_of_any_script_are_found() -> None:
    ranking = Ranking([topic("GET /a", "Bestellungen auflisten"), topic("GET /b", "注文 一覧")])

    assert ranking.best("注文", 5) == [1]
    assert ranking.best("Bestellungen", 5) == [0]


def test_no_operations_are_no_error() -> None:
    assert Ranking([]).best("order", 5) == []


def test_a_title_counts_more_than_a_mention() -> None:
    mention = topic("GET /a", "Get a report", text="It tells of orders, customers and returns.")

    assert Ranking([mention, topic("GET /b", "Get orders")]).best("orders", 2) == [1, 0]


def test_what_looks_like_a_value_counts_little() -> None:
    ranking = Ranking([topic("GET /config", "Get the config"), topic("GET /search", "Search code")])

    assert ranking.best("search for parse_config()", 1) == [1]


@pytest.mark.parametrize(
    "forms",
    [
        "delete deletes deleted deleting deletion",
        "install installs installed installation installations",
        "organize organise organisation organizations",
        "policy policies",
        "call calls called calling",
        "box boxes",
    ],
)
def test_forms_of_a_word_are_one(forms) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


def test_different_words_stay_apart() -> None:
    assert len({stem(word) for word in ("status", "state", "run", "user", "use", "news")}) == 6


def test_names_are_taken_apart_and_kept() -> None:
    assert stems("getAPIKeys user_id HTTPServer user's") == [
        *("get", "api", "key", "getapikei"),
        *("user", "id"),
        *("http", "server", "httpserver"),
        "user",
    ]


@pytest.mark.parametrize(
    ("question", "kind"),
    [("which ones?", "read"), ("delete it", "delete"), ("add one", "create"), ("run it", "act")],
)
def test_the_verb_says_what_is_wanted(question, kind) -> None:
    wanted = wishes(question, [{word: 1.0} for word in stems(question)])

    assert max(wanted, key=wanted.__getitem__) == kind


def test_a_post_that_deletes_is_known_by_its_words() -> None:
    assert kinds_of("POST", "/images/prune", "Delete unused images")["delete"] == 1


def test_the_thesaurus_has_no_empty_phrase() -> None:
    known = thesaurus()

    assert () not in known.meant
    assert all(known.meant.values())
