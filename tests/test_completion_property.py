"""Every legal move can be typed by accepting what Tab offers, and all of that leads to one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.prompting import STONES

import brasswright as bw
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Completion, Move

GAMES = [("birmingham", 2), ("birmingham", 4), ("lancashire", 3), ("brass-2007", 4), (STONES, 2)]
LONGEST = 12
"""No move has more words than that to be said."""


def accept(text: str, word: Completion) -> str:
    """The text with the word taken, as Tab does it."""
    return f"{text[: len(text) - word.replaces]}{word.text} "


def leads_to(game: Game, text: str, move: Move) -> bool:
    """Is the move one of those that the words leave?"""
    try:
        phrase = game.reader.phrases.phrase(game.position, text.split())
    except NotUnderstood:
        return False
    return any(
        game.reader.to_move(phrase.verb, way) == move
        for tokens in phrase.readings
        for way in game.reader.ways(game.position, phrase, tokens)
    )


def typed(game: Game, move: Move, chance: Random) -> str:
    """What is typed for a move with Tab alone."""
    text = ""
    for _ in range(LONGEST):
        if text and means(game, text) == [move]:
            return text
        words = list(game.complete(text))
        assert words, f"`{text}` is not {move} yet, and nothing may follow"
        chance.shuffle(words)
        text = next((new for word in words if leads_to(game, new := accept(text, word), move)), "")
        assert text, f"no word leads to {move}"
    raise AssertionError(f"{move} takes too many words: {text}")


def means(game: Game, text: str) -> list[Move]:
    """The legal moves that a text may mean, when nothing more is said."""
    try:
        return [game.parse(text)]
    except Ambiguous as several:
        return list(several.moves)
    except Refused:
        return []


def positions(ruleset: str, seats: int, seed: int, every: int) -> Iterator[tuple[Game, Random]]:
    """Some of the positions of a random game."""
    chance = Random(seed)
    players = ["Ada", "Ben", "Cy", "Dee"][:seats]
    game = bw.new_game(ruleset, players=players, seed=seed)
    while game.turn:
        if len(game.moves_played) % every == 0:
            yield game, chance
        game.push(random_move(game, chance))


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_every_legal_move_can_be_typed_by_accepting_words(ruleset: str, seats: int) -> None:
    verbs: set[str] = set()
    for game, chance in positions(ruleset, seats, 8, every=9):
        moves = list(game.legal_moves)
        by_verb = {move.verb: move for move in chance.sample(moves, len(moves))}
        for move in by_verb.values():
            text = typed(game, move, chance)
            assert game.parse(text) == move
            verbs.add(move.verb)
    assert len(verbs) >= 3


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_every_word_leads_to_a_legal_move(ruleset: str, seats: int) -> None:
    for game, chance in positions(ruleset, seats, 9, every=7):
        for _ in range(4):
            text = ""
            for _ in range(LONGEST):
                words = game.complete(text)
                if not words:
                    break
                text = accept(text, chance.choice(words))
            assert means(game, text), text


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_a_word_that_was_begun_is_still_offered(ruleset: str, seats: int) -> None:
    """By its beginning, a beginning inside it, or some of its letters."""
    for game, chance in positions(ruleset, seats, 10, every=15):
        text = ""
        while words := game.complete(text):
            word = chance.choice(words)
            whole = word.text
            for begun in (whole[: chance.randint(1, len(whole))], whole.upper(), whole[0::2]):
                if text or " " not in begun:
                    found = [other.text for other in game.complete(f"{text}{begun}")]
                    short = whole.rpartition(" ")[2]
                    assert {whole, short} & set(found) or begun in (whole[0::2], ""), (text, begun)
            text = accept(text, word)


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_refused_words_come_last_and_are_refused_for_that_reason(ruleset: str, seats: int) -> None:
    for game, chance in positions(ruleset, seats, 11, every=15):
        text = ""
        for _ in range(LONGEST):
            words = game.complete(text, refused=True)
            legal = [word for word in words if not word.refused]
            assert tuple(legal) == game.complete(text)
            assert list(words[: len(legal)]) == legal
            for word in words[len(legal) :]:
                refusal = game.why_not(accept(text, word).strip())
                assert refusal is not None
                assert refusal.reason == word.note
            if not legal:
                break
            text = accept(text, chance.choice(legal))
