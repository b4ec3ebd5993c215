"""Values as texts that are equal exactly if the values are, in every language (protocol/README.md, Canonical values).
"""

import array
import math
import struct

BYTES = ("B", "b", "c")  # formats of a memoryview
ORDERS = "@=<>!"  # characters that a format may begin with: the order of bytes
DEEPEST = 64
LONGEST = 1 << 26  # characters of an element: each place of a list that others share has its own text


def write_canonical(value, around=()):
    """The text of a value; `around` are the ids of what contains it. Raises ValueError beyond LONGEST."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "b:true" if value else "b:false"
    if isinstance(value, int):
        return f"i:{_write_integer(int(value))}"
    if isinstance(value, float):
        return _write_float(float(value))
    if isinstance(value, str):
        return f"s:{value}"
    if isinstance(value, (bytes, bytearray)) or isinstance(value, memoryview) and value.format.lstrip(ORDERS) in BYTES:
        return f"x:{bytes(value).hex()}"
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):  # without importing it
        plain = value.tolist()
        return "object" if type(plain).__module__ == "numpy" else write_canonical(plain, around)
    elements = _elements(value) if len(around) < DEEPEST and id(value) not in around else None
    if elements is None:
        return "object"
    inner = (*around, id(value))
    pairs = [(write_canonical(element, inner), element) for element in elements]
    if isinstance(value, (set, frozenset)):
        pairs.sort(key=_order_in_set)
    text = f"[{','.join(text for text, element in pairs)}]"
    if around and len(text) > LONGEST:
        raise ValueError(f"an element of a value has more than {LONGEST} characters as text: return a checksum of it")
    return text


def _order_in_set(pair):
    """Numbers by value, then all others by text: a set has them in the order of hashes, which differs by process."""
    text, element = pair
    return (0, element) if isinstance(element, (int, float)) and element == element else (1, text)


def _write_integer(value):
    """An integer of any length: since 3.11 Python refuses to write more than 4,300 digits at once."""
    pieces, sign = [], "-" if value < 0 else ""
    value = abs(value)
    while value >= 10**4000:
        value, low = divmod(value, 10**4000)
        pieces.append(f"{low:04000d}")
    return sign + "".join(map(str, (value, *reversed(pieces))))


def _write_float(value):
    if math.isnan(value):
        return "f:nan"
    if math.isinf(value):
        return "f:inf" if value > 0 else "f:-inf"
    if value == int(value):
        return f"i:{int(value)}"
    return f"f:{struct.pack('>d', value).hex()}"


def _elements(value):
    """The elements of a sequence; a mapping is a sequence of pairs; None for anything else."""
    if isinstance(value, array.array):
        return None if value.typecode == "u" else value.tolist()
    if isinstance(value, memoryview):
        return _unpack(value)
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return list(value)
    return None


def _unpack(view):
    """The elements of a memoryview, which reads no format that names an order of bytes, such as the "<i" of ctypes."""
    try:
        return view.tolist()
    except RuntimeError:  # "not implemented"
        pass
    try:
        return [number for (number,) in struct.iter_unpack(view.format, view.tobytes())] if view.ndim == 1 else None
    except (struct.error, ValueError):  # a struct
        return None
