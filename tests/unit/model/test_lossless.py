"""Does JSON keep every text, even if it is not UTF-8?"""

from __future__ import annotations

import json

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from clamh.model import lossless

TEXTS = st.one_of(
    st.binary(max_size=9).map(lambda data: data.decode("utf-8", "surrogateescape")),
    st.lists(st.sampled_from(["\\", "u", "dc", "5c", "e9", "\udce9", "é"])).map("".join))


@given(TEXTS)
@example("\\udce9")
@example("\\\udce9\\udc5c")
def test_restore_is_the_inverse_of_spell(text: str) -> None:
    spelled = lossless.spell({text: [text, 1, None]})
    assert lossless.restore(msgspec.json.decode(msgspec.json.encode(spelled))) == {text: [text, 1, None]}


@given(st.dictionaries(TEXTS, TEXTS))
def test_decode_is_the_inverse_of_encode(texts: dict[str, str]) -> None:
    assert lossless.decode(lossless.encode(texts), dict[str, str]) == texts


def test_texts_in_utf8_are_unchanged() -> None:
    assert lossless.spell(["é\\", "\\ud", "a\udce9"]) == ["é\\", "\\ud", "a\\udce9"]
    assert json.loads(lossless.encode({"b": 1, "a": "\udce9"})) == {"a": "\udce9", "b": 1}
