"""The page of a report in a real browser: whole, readable, examined by axe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")

from tests.browser.test_page import DESK, PHONE, Reader, chromium
from tests.report_rows import harbour, under_two_rules

from brasswright.cli.main import main

__all__ = ["chromium"]
KINDS: dict[str, Callable[[Path], Path]] = {"simulate": harbour, "compare": under_two_rules}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of a batch and of a comparison."""
    folder = tmp_path_factory.mktemp("reports")
    found = {}
    for kind, make in KINDS.items():
        found[kind] = folder / f"{kind}.html"
        rows = make(folder / f"{kind}.jsonl")
        assert main(["report", str(rows), "--html", str(found[kind])]) == 0
    return found


@pytest.fixture
def read(chromium: Any, pages: dict[str, Path]) -> Iterator[Any]:
    readers: list[Reader] = []

    def open_(kind: str, size: tuple[int, int] = DESK, **options: Any) -> Reader:
        readers.append(Reader(chromium, pages[kind], size, **options))
        return readers[-1]

    yield open_
    for reader in readers:
        reader.context.close()
        assert not reader.complaints
        assert {url for url in reader.requests if not url.startswith("data:")} == {reader.address}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "light"), (DESK, "dark")])
def test_nothing_keeps_people_from_reading(
    read: Any, tmp_path: Path, kind: str, size: tuple[int, int], scheme: str
) -> None:
    reader = read(kind, size, color_scheme=scheme)
    reader.page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    reader.page.screenshot(path=tmp_path / f"{kind}-{size[0]}-{scheme}.png", full_page=True)
    assert reader.too_wide <= 0
    assert not reader.serious()


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_is_drawn_and_told(read: Any, kind: str) -> None:
    """As wide as its panel, with words for who can't see it and numbers below it."""
    reader = read(kind)
    figures = reader.page.locator("figure")
    assert figures.count() >= 8
    for figure in figures.all():
        image = figure.locator("img")
        assert image.evaluate("(i) => i.complete && i.naturalWidth > 500 && i.naturalHeight > 80")
        box = image.bounding_box()
        assert box["width"] > 800
        assert len(image.get_attribute("alt")) > 20
        assert figure.locator("tbody tr").count() > 0


def test_links_lead_to_the_sections(read: Any) -> None:
    reader = read("simulate")
    links = reader.page.locator("nav a")
    titles = reader.page.locator("main h2")
    assert links.all_inner_texts() == titles.all_inner_texts()
    links.last.click()
    last = f"#section-{links.count() - 1}"
    reader.page.wait_for_function("hash => location.hash === hash", arg=last)
    assert titles.last.bounding_box()["y"] < DESK[1]
