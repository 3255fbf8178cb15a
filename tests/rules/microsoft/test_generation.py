"""Generation of text: real decoders of one layer, and the demands on beams and lengths."""

from __future__ import annotations

import numpy as np
import pytest

from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.rule import NOTHING
from shapeinfer.testing import FakeBody, Inferred, infer
from tests.whole_model import Feeds, check, facts, refused

DOMAIN = "com.microsoft"
WORDS = 7


def decoder() -> str:
    """A decoder whose cache grows by what it is given."""
    table = ", ".join(str(float(i % 5)) for i in range(WORDS * WORDS))
    return f"""dec (int32[b, s] input_ids, int32[b, s] position_ids, int32[b, t] attention_mask,
            float[2, b, 1, p, {WORDS}] past_0)
        => (float[b, s, {WORDS}] logits, float[2, b, 1, t, {WORDS}] present_0) {{
        flat = Constant<value_floats=[{table}]>()
        sizes = Constant<value_ints=[{WORDS}, {WORDS}]>()
        table = Reshape(flat, sizes)
        logits = Gather(table, input_ids)
        axes = Constant<value_ints=[0, 2]>()
        one = Unsqueeze(logits, axes)
        two = Concat<axis=0>(one, one)
        present_0 = Concat<axis=3>(past_0, two)
    }}"""


def model(op: str, made: str, *, numbers: str, takes: str) -> str:
    return f"""g (int32[n, s] ids{numbers}) => ({made}) {{
        {made} = com.microsoft.{op} <eos_token_id=6, pad_token_id=0, decoder={decoder()}>({takes})
    }}"""


def feeds(batch: int, words: int, **numbers: int) -> Feeds:
    given: dict[str, object] = {name: np.array([value], np.int32) for name, value in numbers.items()}
    return {"ids": np.ones((batch, words), np.int32), **given}


BEAMS = model(
    "BeamSearch", "o, p, q",
    numbers=", int32[1] most, int32[1] least, int32[1] beams, int32[1] kept, float[1] penalty",
    takes="ids, most, least, beams, kept, penalty",
)  # fmt: skip
GREEDY = model("GreedySearch", "o", numbers=", int32[1] most", takes="ids, most")


def beams(batch: int, words: int, most: int, beams: int, kept: int) -> Feeds:
    given = feeds(batch, words, most=most, least=0, beams=beams, kept=kept)
    return {**given, "penalty": np.ones(1, np.float32)}


def test_beams_of_a_real_decoder() -> None:
    runs = [beams(1, 2, 5, 3, 2), beams(2, 3, 6, 2, 1), beams(0, 1, 4, 1, 1), beams(1, 0, 2, 2, 2)]
    found = check(BEAMS, runs)
    assert facts(found, "o", "p", "q") == ["i32[n, ?0, ?1]", "f32[n, ?0]", "f32[?1 - s, n, ?2, 7]"]
    assert {str(p.item.condition) for p in found.requirements} == {"?1 >= ?2", "?0 >= s + 1"}


def test_greedy_search_of_a_real_decoder() -> None:
    found = check(GREEDY, [feeds(1, 2, most=5), feeds(2, 3, most=6)])
    assert facts(found, "o") == ["i32[n, ?0]"]


def test_values_of_the_decoder_are_inferred() -> None:
    """By what it declares; nothing else is known of what it is fed."""
    found = check(GREEDY, [feeds(1, 2, most=5)])
    inside = {name: str(fact) for visit in found.visits for name, fact in visit.facts().items()}
    assert inside["one"] == "f32[1, b, 1, s, 7] in 0..4"


def test_refused_runs() -> None:
    assert "max_length" in refused(BEAMS, beams(1, 2, 2, 2, 1))
    assert "num_return_sequences" in refused(BEAMS, beams(1, 2, 5, 2, 3))
    assert "num_beams" in refused(BEAMS, beams(1, 2, 5, 0, 0))
    assert "max_length" in refused(GREEDY, feeds(1, 2, most=2))


def one(op: str, inputs: str, outputs: int, **attributes: int) -> Inferred:
    scope = Scope()
    facts = [None if text == "-" else parse(text, scope) for text in inputs.split("; ")]
    logits = parse("f32[b, s, 7]", scope)
    given = {"eos_token_id": 6, "pad_token_id": 0, **attributes}
    body = FakeBody(lambda *_: (logits, NOTHING), 4, 2)
    return infer(
        op, 1, *facts, domain=DOMAIN, outputs=outputs, scope=scope, bodies={"decoder": body}, given=given
    )


@pytest.mark.parametrize(
    ("op", "inputs", "attributes", "outputs", "needs", "finds"),
    [
        (
            "BeamSearch",
            "i32[n, s]; i32[1] = (l); -; i32[1] = (k); i32[1] = (r); f32[1]",
            {},
            "i32[n, r, l]; f32[n, r]; f32[l - s, n, k, 7]",
            ["l >= 1", "l <= 4096", "k >= 1", "k <= 128", "r >= 1", "r <= 128", "k >= r", "l >= s + 1"],
            [],
        ),
        (
            "BeamSearch",
            "i32[n, s]; i32[1] = (9); -; i32[1] = (4); i32[1] = (2); f32[1]",
            {"vocab_size": 5, "model_type": 1},
            "i32[n, 2, 9]; f32[n, 2]; f32[?0, n, 4, 5]",
            [],
            [],
        ),
        (
            "BeamSearch",
            "i32[n, 3]; i32[1] = (20); -; i32[1] = (4); i32[1] = (4); f32[1]",
            {},
            "i32[n, 4, 20]; f32[n, 4]; f32[17, n, 4, 7]",
            [],
            [],
        ),
        (
            "BeamSearch",
            "i32[n, 3]; i32[1] = (3); -; i32[1] = (4); i32[1] = (5); f32[1]",
            {},
            "i32[n, 5, 3]; f32[n, 5]; f32[0, n, 4, 7]",
            [],
            [
                "SI303 num_return_sequences is 5, needed at most the 4 beams",
                "SI214 max_length is 3 and input_ids has 3 on axis 1, needed a longer max_length",
            ],
        ),
        (
            "BeamSearch",
            "i32[n, 3]; i32[1] = (5000); -; i32[1] = (0); i32[1] = (1); f32[1]",
            {},
            "i32[n, 1, 5000]; f32[n, 1]; f32[4997, n, 0, 7]",
            [],
            [
                "SI303 max_length is 5000, needed from 1 to 4096",
                "SI303 num_beams is 0, needed from 1 to 128",
                "SI303 num_return_sequences is 1, needed at most the 0 beams",
            ],
        ),
        (
            "BeamSearch",
            "i32[3]; i32[1]; -; i32[1] = (1); i32[1] = (1); f32[1]",
            {},
            "i32[*]; f32[*]; f32[*]",
            [],
            ["SI201 input_ids has rank 1, needed 2 to 3; input_ids is i32[3]"],
        ),
        (
            "BeamSearch",
            "i32[1, 3]; i32[2]; -; i32[1] = (1); i32[1] = (1); f32[1]",
            {},
            "i32[1, 1, ?0]; f32[1, 1]; f32[?0 - 3, 1, 1, 7]",
            ["?0 >= 4"],
            ["SI214 max_length is i32[2], needed one element"],
        ),
        (
            "WhisperBeamSearch",
            "f32[n, 80, 3000]; i32[1] = (20); -; i32[1] = (4); i32[1] = (1); f32[1]",
            {},
            "i32[n, 1, 20]; f32[n, 1]; f32[?0, n, 4, 7]; f32[n, 1, ?1, ?2, ?3]; f32[n]",
            [],
            [],
        ),
        (
            "WhisperBeamSearch",
            (
                "f32[n, 80, 3000]; i32[1] = (20); -; i32[1] = (4); i32[1] = (1); f32[1]; -; -; -; -; -; -; "
                "i32[3, 2]"
            ),
            {},
            "i32[n, 1, 20]; f32[n, 1]; f32[?0, n, 4, 7]; f32[n, 1, 3, ?2, ?3]; f32[n]",
            [],
            [],
        ),
        (
            "GreedySearch",
            "i32[n, s]; i32[1] = (l)",
            {},
            "i32[n, l]",
            ["l >= 1", "l <= 4096", "l >= s + 1"],
            [],
        ),
        ("Sampling", "i32[n, 5]; i32[1] = (9)", {}, "i32[n, 9]; f32[n, 7]", [], []),
        (
            "Sampling",
            "i32[n, 5]; i32[1] = (5)",
            {},
            "i32[n, 5]; f32[n, 7]",
            [],
            ["SI214 max_length is 5 and input_ids has 5 on axis 1, needed a longer max_length"],
        ),
    ],
)
def test_inferred(
    op: str, inputs: str, attributes: dict[str, int], outputs: str, needs: list[str], finds: list[str]
) -> None:
    found = one(op, inputs, len(outputs.split("; ")), **attributes)
    assert (found.findings, "; ".join(found.outputs), found.requirements) == (finds, outputs, needs)
