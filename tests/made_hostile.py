"""Texts that somebody who joins strings would run, break out of or fall over, and one source a language with them in it."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

# Whoever gives one of these to a shell makes a file `canary`.
COMMANDS = ("$(touch canary)", "`touch canary`", ";touch canary;", "|touch canary", "' ;touch canary #", "\";touch canary #",
            "&& touch canary", "\ntouch canary\n")
PIECES = (
    *COMMANDS, "\"", "'", "\\", "\\\\", "%s%n", "%41", "%", "<script>alert(1)</script>", "</td>", "&amp;", "{{7*7}}", "{% x %}",
    "${7*7}", "#{7}", "*/", "/*", "//", "-rf", "--help", "-", " ", "  ", "\t", "\n", "\r\n", "ü", "階乗", "\u202e", "\u2028",
    "|", "&", "$HOME", "~", "*", "?", "??/", "#", "=", ",", ";", "_", "^", "{", "}", "[red]", ")x\"", "R\"x(", "0", "a", ":",
)
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=3)),
                 min_size=1, max_size=6).map("".join)
# A name of a file or folder: no slash, none that is hidden or too long.
names = texts.map(lambda text: text.replace("/", "").lstrip(".").strip("\r\n")[:40]).filter(lambda name: name.strip())


def quoted(text: str) -> str:
    """A text as an annotation and every language here write it."""
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(named.get(char, char) for char in text) + '"'


def c(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(byte) for byte in value.encode())
    return f"""#include <string.h>
//@@State(Scope.Benchmark)
typedef struct {{
    //@@Param({{{quoted(value)}}})
    const char *text;
}} Text;
//@@Benchmark(name = {quoted(name)})
int length(const Text *state) {{
    static const unsigned char expected[] = {{{units}}};
    const size_t size = strlen(state->text);
    if (size != sizeof expected || memcmp(state->text, expected, size) != 0) clamh_fail("the param is another");
    return (int)size;
}}
"""


def cpp(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(byte) for byte in value.encode())
    return f"""#include <stdexcept>
#include <string>
//@@State(Scope.Benchmark)
struct Text {{
    //@@Param({{{quoted(value)}}})
    std::string text;
}};
//@@Benchmark(name = {quoted(name)})
int length(const Text &state) {{
    static const unsigned char expected[] = {{{units}}};
    std::string whole(expected, expected + sizeof expected);
    if (state.text != whole) throw std::runtime_error("the param is another");
    return (int)state.text.size();
}}
"""


def java(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(unit) for unit in _utf16(value))
    return f"""import org.openjdk.jmh.annotations.*;
@State(Scope.Benchmark)
public class Hostile {{
    @Param({{{quoted(value)}}})
    public String text;
    //@@Benchmark(name = {quoted(name)})
    @Benchmark
    public int length() {{
        char[] expected = {{{units}}};
        if (!text.equals(new String(expected))) throw new IllegalStateException("the param is another");
        return text.length();
    }}
}}
"""


def javascript(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(unit) for unit in _utf16(value))
    return f"""//@@State(Scope.Benchmark)
export class Text {{
    //@@Param({{{quoted(value)}}})
    text = "";
}}
//@@Benchmark(name = {quoted(name)})
export function length(text) {{
    if (text.text !== String.fromCharCode({units})) throw new Error("the param is another");
    return text.text.length;
}}
"""


def python(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(ord(char)) for char in value)
    return f"""#@@State(Scope.Benchmark)
class Text:
    #@@Param({{{quoted(value)}}})
    text: str = ""
#@@Benchmark(name = {quoted(name)})
def length(text):
    if text.text != "".join(map(chr, [{units}])):
        raise ValueError("the param is another")
    return len(text.text)
"""


def rust(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(byte) for byte in value.encode())
    return f"""//@@State(Scope.Benchmark)
#[derive(Default)]
struct Text {{
    //@@Param({{{quoted(value)}}})
    text: String,
}}
//@@Benchmark(name = {quoted(name)})
fn length(state: &Text) -> usize {{
    const EXPECTED: &[u8] = &[{units}];
    assert!(state.text.as_bytes() == EXPECTED, "the param is another");
    state.text.len()
}}
"""


def go(name: str, value: str) -> str:
    """Fails when the value that arrives is not the value that was written."""
    units = ", ".join(str(byte) for byte in value.encode())
    return f"""package hostile
// @@State(Scope.Benchmark)
type Text struct {{
	// @@Param({{{quoted(value)}}})
	text string
}}
// @@Benchmark(name = {quoted(name)})
func length(state *Text) int {{
	if state.text != string([]byte{{{units}}}) {{
		panic("the param is another")
	}}
	return len(state.text)
}}
"""


def _utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le")
    return [int.from_bytes(data[at:at + 2], "little") for at in range(0, len(data), 2)]


# By language id: the source's text, and whether its file may have any name.
SOURCES: dict[str, tuple[Callable[[str, str], str], str | None]] = {
    "c": (c, None), "cpp": (cpp, None), "java": (java, "Hostile.java"), "javascript": (javascript, None), "rust": (rust, None), "go": (go, None),
    "python": (python, None),
}
