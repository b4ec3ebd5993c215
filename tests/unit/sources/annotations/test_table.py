from __future__ import annotations

from clamh.languages import languages
from clamh.sources.annotations.table import TABLE, canonical, suggestion


def test_languages_have_only_annotations_of_the_table() -> None:
    for language in languages().values():
        assert set(language.annotations) <= set(TABLE)
        assert set(language.annotation_arguments) <= set(TABLE)
        for name, own in language.annotation_arguments.items():
            assert not {argument.name for argument in TABLE[name].arguments} & set(own)


def test_names_have_aliases_and_suggestions() -> None:
    assert canonical("TearDown") == canonical("Teardown") == "Teardown"
    assert suggestion("Benchmrk", TABLE) == suggestion("benchmark", TABLE) == "Benchmark"
    assert suggestion("Xyzzy", TABLE) is None
