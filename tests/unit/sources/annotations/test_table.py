from __future__ import annotations

from clamh.languages import languages
from clamh.sources.annotations.table import TABLE, canonical, suggestion


def test_languages_name_annotations_of_the_table_only() -> None:
    for language in languages().values():
        assert set(language.annotations) <= set(TABLE)
        assert set(language.annotation_arguments) <= set(TABLE)
        for name, own in language.annotation_arguments.items():
            assert not {one.name for one in TABLE[name].arguments} & set(own)


def test_names() -> None:
    assert canonical("TearDown") == canonical("Teardown") == "Teardown"
    assert suggestion("Benchmrk", TABLE) == suggestion("benchmark", TABLE) == "Benchmark"
    assert suggestion("Xyzzy", TABLE) is None
