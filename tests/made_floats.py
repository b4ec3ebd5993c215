"""Is a param refused that the 32 bits of its field cannot hold? Each such language's test_protocol.py names its worker and benchmark."""

from __future__ import annotations


class EveryFloat:
    """A subclass called Test… gives the names; its folder's conftest.py gives `talk`."""

    source: str
    twice: str
    given: dict[str, str]  # what `twice` needs, with a `ratio`

    def test_a_number_beyond_the_field_is_refused(self, talk) -> None:
        worker = talk(self.source)
        ratio = next(name for name in self.given if name.endswith("ratio"))
        events = []
        for number, text in enumerate(("3e+38", "inf", "1e+39")):
            worker.open(f"c{number}", self.twice, self.given | {ratio: text})
            events.append(worker.say("invoke", f"c{number}", 1)["event"])
            worker.say("close", f"c{number}")
        assert events == ["invoked", "invoked", "failed"]
