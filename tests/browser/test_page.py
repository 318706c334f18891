"""The page of a game in a real browser: looked at, gone through by keys, examined by axe."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brasswright as bw
from brasswright.cli.pictures.marks import marks_of
from brasswright.cli.pictures.page import page
from brasswright.cli.pictures.replay import Seer, at
from brasswright.cli.pictures.svg import groups
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.game import Game

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
LACKING = [
    what
    for what, there in (
        ("Chromium", CHROMIUM),
        ("axe-core", AXE.exists()),
        ("playwright", find_spec("playwright")),
    )
    if not there
]
if LACKING and not os.environ.get("BRASSWRIGHT_BROWSER"):
    pytest.skip(f"no {' and no '.join(LACKING)}: `make browser`", allow_module_level=True)

PLAYERS = ("Ada", "Ben", "Cy", "Dee")
EDITIONS = ("birmingham", "lancashire", "brass-2007")
DESK, PHONE = (1360, 900), (360, 740)
PAUSE = 1000
"""Longer than it takes the page to go on by itself."""


def words(markup: str) -> str:
    return unescape(re.sub("<[^>]*>", "", markup))


def finished(ruleset: str) -> Game:
    game, random = bw.new_game(ruleset, players=PLAYERS, seed=3), Random(3)
    while game.turn:
        game.push(random_move(game, random))
    return game


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    assert not LACKING, f"no {' and no '.join(LACKING)}"
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"] if root else []
        )
        yield browser
        browser.close()


class Reader:
    """Somebody who has a page open. Complaints of the browser and requests are kept."""

    def __init__(self, browser: Any, file: Path, size: tuple[int, int], **options: Any) -> None:
        viewport = {"width": size[0], "height": size[1]}
        self.context = browser.new_context(viewport=viewport, **options)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = file.as_uri()
        self.page.goto(self.address)

    @property
    def step(self) -> int:
        return int(self.page.input_value("#step"))

    def press(self, *keys: str) -> int:
        for key in keys:
            self.page.keyboard.press(key)
        return self.step

    def serious(self) -> list[str]:
        """What axe finds that would keep somebody from reading the page."""
        if not self.page.evaluate("'axe' in window"):
            # Past the policy of the page, which lets in nothing from outside.
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        run = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)"
        found = self.page.evaluate(run)
        return [
            f"{each['id']}: {each['nodes'][0]['html'][:120]}"
            for each in found
            if each["impact"] in ("serious", "critical")
        ]

    @property
    def too_wide(self) -> int:
        """By how much the page is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(wide))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Game, Path]]:
    """A finished game of an edition, and its page."""

    @cache
    def made(ruleset: str) -> tuple[Game, Path]:
        game = finished(ruleset)
        file = tmp_path_factory.mktemp("pages") / f"{ruleset}.html"
        file.write_text(page(game, Seer()), encoding="utf-8")
        return game, file

    return made


@pytest.fixture
def read(chromium: Any, pages: Any) -> Iterator[Any]:
    readers: list[Reader] = []

    def open_(ruleset: str, size: tuple[int, int] = DESK, **options: Any) -> Reader:
        readers.append(Reader(chromium, pages(ruleset)[1], size, **options))
        return readers[-1]

    yield open_
    for reader in readers:
        reader.context.close()
        assert not reader.complaints
        assert set(reader.requests) == {reader.address}, "the page itself and nothing else"


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_finished_game_is_gone_through(read: Any, pages: Any, ruleset: str) -> None:
    """By keys; the board is that of the game at each move."""
    game, reader = pages(ruleset)[0], read(ruleset)
    last = len(game.moves_played)
    assert reader.step == last
    assert reader.press("Home") == 0
    assert reader.press("ArrowLeft") == 0
    assert reader.press("ArrowRight", "ArrowRight", "ArrowRight") == 3
    assert reader.press("ArrowLeft") == 2
    assert reader.press("End") == last
    assert reader.press("ArrowRight") == last
    again = game.record.game()
    for number in sorted((0, 1, last // 3, last // 2, last - 1, last), reverse=True):
        at(again, number)
        reader.page.evaluate(f"location.hash = '#move-{number}'")
        reader.page.wait_for_function(f"document.getElementById('step').value == '{number}'")
        drawing = again.drawing()
        assert drawing is not None
        expected = groups(drawing, marks_of(PLAYERS))
        seen = reader.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('svg.board > g')]"
            ".map((group) => [group.id, group.textContent]))"
        )
        told = {name: text for name, text in seen.items() if text}
        assert told == {name: words(markup) for name, markup in expected.items()}


@pytest.mark.parametrize(
    ("ruleset", "size", "scheme"),
    [
        *((ruleset, size, "light") for ruleset in EDITIONS for size in (DESK, PHONE)),
        ("birmingham", DESK, "dark"),
    ],
)
def test_nothing_keeps_people_from_reading(
    read: Any, tmp_path: Path, ruleset: str, size: tuple[int, int], scheme: str
) -> None:
    """In the middle of a game, with everything unfolded, axe finds nothing serious."""
    reader = read(ruleset, size, color_scheme=scheme, reduced_motion="reduce")
    assert reader.too_wide <= 0
    reader.press("Home", *["ArrowRight"] * 20)
    picture = tmp_path / f"{ruleset}-{size[0]}-{scheme}.png"
    reader.page.screenshot(path=picture)
    assert picture.stat().st_size > 10_000
    reader.page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    reader.page.wait_for_timeout(50)
    assert reader.too_wide <= 0
    assert not reader.serious()


def test_the_slider_and_the_space_bar(read: Any) -> None:
    reader = read("birmingham")
    reader.page.clock.install()
    reader.page.reload()
    reader.page.focus("#step")
    assert reader.press("Home") == 0
    assert reader.press("ArrowRight") == 1
    says = json.loads(reader.page.inner_text("#replay"))["says"]
    assert reader.page.get_attribute("#step", "aria-valuetext") == says[1]
    assert reader.page.inner_text("#heard") == says[1]
    assert reader.page.get_attribute("#heard", "aria-live") == "polite"
    assert reader.press(" ") == 1
    assert reader.page.inner_text("#play") == "Pause"
    reader.page.clock.run_for(PAUSE)
    assert reader.step == 2
    reader.page.clock.run_for(PAUSE)
    assert reader.step in (3, 4)
    stopped = reader.press(" ")
    assert reader.page.inner_text("#play") == "Play"
    reader.page.clock.run_for(5 * PAUSE)
    assert reader.step == stopped
    assert reader.page.evaluate("location.hash") == f"#move-{stopped}"


def test_tab_goes_through_it_in_order(read: Any) -> None:
    """Each stop can be seen, and the moves come before the long log."""
    reader = read("lancashire")
    stops = []
    for _ in range(9):
        reader.press("Tab")
        stops.append(
            reader.page.evaluate(
                "(({ id, className, tagName }) => id || className || tagName)"
                "(document.activeElement)"
            )
        )
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert reader.page.evaluate(outline) != "none"
    assert stops == ["skip", "step", "first", "back", "play", "forward", "last", "SUMMARY", "size"]


def test_links_lead_to_moves_and_to_rules(read: Any) -> None:
    reader = read("birmingham")
    reader.page.click("a[href='#move-7']")
    reader.page.wait_for_function("document.getElementById('step').value === '7'")
    assert reader.page.get_attribute("#entry-7 a", "aria-current") == "step"
    reader.page.click(".moves summary")
    link = reader.page.locator("#used a").first
    target = link.get_attribute("href").removeprefix("#")
    link.click()
    # The rule is opened when the browser tells of the new address, which is a moment later.
    there = "id => document.activeElement.parentElement.id === id"
    reader.page.wait_for_function(there, arg=target)
    assert reader.page.evaluate("document.activeElement.parentElement.open")


def test_at_a_phone(read: Any) -> None:
    """Nothing is cut off, and what is pressed is large enough for a thumb."""
    reader = read("lancashire", PHONE, has_touch=True, is_mobile=True)
    assert reader.too_wide <= 0
    for name in ("first", "back", "play", "forward", "last"):
        box = reader.page.locator(f"#{name}").bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= PHONE[1], "always within reach"
    reader.page.tap("#back")
    assert reader.page.get_attribute("#size", "aria-pressed") == "true"
    reader.page.tap("#size")
    board = reader.page.locator("svg.board").bounding_box()
    assert board["width"] <= PHONE[0]


def test_without_scripts_the_end_is_there(chromium: Any, pages: Any) -> None:
    game, file = pages("birmingham")
    context = chromium.new_context(java_script_enabled=False)
    seen = context.new_page()
    seen.goto(file.as_uri())
    assert game.moves_played[-1].text in seen.locator("#say").inner_text()
    assert seen.locator("svg.board > g").count() > 60
    context.close()
