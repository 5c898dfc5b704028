"""The layers of a network in the vector instructions of WebAssembly.

They do what `first_layer`, `second_layer` and `last_layer` of net.py say, eight weights at a time, and give the same
numbers: no sum leaves 32 bits, as net.py proves. C compilers make such instructions by themselves; browsers do not.

A vector has 16 bytes, that is eight weights or four sums. `i32x4.dot_i16x8_s` multiplies eight pairs of 16-bit numbers
and adds neighbours, which gives four sums.
"""

from __future__ import annotations

from pathlib import Path

from tefuda.kernel import net, tree
from tefuda.kernel.net import FIRST, LEAK, LONG, ONE, SECOND, TOP
from tefuda.kernel.wasm import (
    I32,
    V128,
    branch_if,
    choose,
    get,
    i32,
    lane,
    load_32,
    load_vector,
    loop,
    op,
    put,
    shuffle,
    store_32,
    store_vector,
    tee,
)

BYTES = 16  # of a vector
SHORT, INT = 2, 4  # bytes of a weight and of a sum
WEIGHTS, SUMS = BYTES // SHORT, BYTES // INT  # in a vector
AT_ONCE = 32  # sums that are kept in vectors while rows are added to them; more would not fit the processor's

ROW = FIRST * SHORT
assert FIRST % AT_ONCE == AT_ONCE % (2 * WEIGHTS) == SECOND % WEIGHTS == 0


def interleaved(half: int) -> bytes:
    """From the low (0) or high (1) halves of two vectors, 16-bit numbers: one of each in turn."""
    starts = range(half * BYTES // 2, (half + 1) * BYTES // 2, SHORT)
    return shuffle(*(of + start + byte for start in starts for of in (0, BYTES) for byte in range(SHORT)))


def on(local: int, more: int, stop: bytes) -> bytes:
    """Adds to the address in a local, and goes back to the begin of the loop while it is below another."""
    return get(local) + i32(more) + op("i32.add") + tee(local) + stop + op("i32.lt_u") + branch_if(0)


def moved(local: int, more: int) -> bytes:
    return get(local) + i32(more) + op("i32.add") + put(local)


def bent(shift: int, kept: int) -> bytes:
    """`net.bent` of four sums on the stack, after they were shifted to the right. The local is overwritten."""
    leaky = i32(shift) + op("i32x4.shr_s") + tee(kept) + get(kept) + i32(LEAK) + op("i32x4.shr_s", "i32x4.max_s")
    return leaky + i32(TOP) + op("i32x4.splat", "i32x4.min_s") + i32(-TOP) + op("i32x4.splat", "i32x4.max_s")


def give(sums: int, given: int, count: int, shift: int, source: int, target: int, kept: int) -> bytes:
    """`bent` of so many sums as 16-bit numbers, eight at a time. The last three locals are overwritten."""
    body = get(target) + get(source) + load_vector(0) + bent(shift, kept) + get(source) + load_vector(BYTES)
    body += bent(shift, kept) + op("i16x8.narrow_i32x4_s") + store_vector(0) + moved(source, 2 * BYTES)
    body += on(target, BYTES, get(given) + i32(SHORT * count) + op("i32.add"))
    return get(sums) + put(source) + get(given) + put(target) + loop(body)


def product(weights: int, given: int, count: int, bias: bytes, into: int, total: int) -> bytes:
    """Stores a row of so many weights times what was given, plus the bias, which is an i32 in units of a weight."""
    code = b""
    for i in range(count // WEIGHTS):
        code += get(weights) + load_vector(BYTES * i) + get(given) + load_vector(BYTES * i) + op("i32x4.dot_i16x8_s")
        code += op("i32x4.add") if i else b""
    lanes = b"".join(get(total) + lane(i) + op("i32.add") for i in range(SUMS))
    return code + put(total) + get(into) + bias + i32(ONE) + op("i32.mul") + lanes + store_32(0)


def address(base: int, index: int) -> bytes:
    """Of a weight: the locals have the address of the first one and an i64 index."""
    return get(base) + get(index) + op("i32.wrap_i64") + i32(1) + op("i32.shl", "i32.add")


def first_layer() -> tuple[bytes, bytes]:
    """Two rows at a time: their weights in turn, multiplied by the two amounts in turn.

    If one row is left over it is taken twice, the second time with an amount of 0. So it goes for half of the sums, and
    then for the other half.
    """
    first, weights, changed, amounts, count, rows, k, one, other, stop, by, low, high = range(13)
    sums = range(13, 13 + AT_ONCE // SUMS)
    is_pair = get(k) + i32(1) + op("i32.add") + get(rows) + op("i32.lt_u")

    def number(array: int, kind: str, behind: int = 0) -> bytes:
        return get(array) + get(k) + i32(1) + op("i32.shl", "i32.add") + load_32(kind, SHORT * behind)

    def row(behind: int) -> bytes:
        return number(changed, "i2", behind) + i32(ROW) + op("i32.mul") + get(weights) + op("i32.add")

    step = row(0) + put(one) + is_pair + choose(row(1), get(one), I32) + put(other)
    amount = is_pair + choose(number(amounts, "u2", 1), i32(0), I32) + i32(16) + op("i32.shl")
    step += number(amounts, "u2") + amount + op("i32.or", "i32x4.splat") + put(by)
    for i in range(AT_ONCE // WEIGHTS):
        both = get(one) + load_vector(BYTES * i) + tee(low) + get(other) + load_vector(BYTES * i) + tee(high)
        for half, pair in enumerate((both, get(low) + get(high))):
            step += pair + interleaved(half) + get(by) + op("i32x4.dot_i16x8_s")
            step += get(sums[2 * i + half]) + op("i32x4.add") + put(sums[2 * i + half])
    body = b"".join(get(first) + load_vector(BYTES * i) + put(local) for i, local in enumerate(sums))
    body += i32(0) + put(k) + loop(step + on(k, 2, get(rows)))
    body += b"".join(get(first) + get(local) + store_vector(BYTES * i) for i, local in enumerate(sums))
    body += moved(weights, SHORT * AT_ONCE) + on(first, INT * AT_ONCE, get(stop))
    end = get(first) + i32(INT * FIRST) + op("i32.add") + put(stop)
    code = get(count) + op("i32.wrap_i64") + tee(rows) + choose(end + loop(body))
    return I32 * 5 + V128 * (3 + len(sums)), code


def second_layer() -> tuple[bytes, bytes]:
    first, given, second, weights, at, row, into, bias, total = range(9)
    code = give(first, given, FIRST, 4, row, into, total) + address(weights, at) + tee(row)
    code += i32(SECOND * ROW) + op("i32.add") + put(bias) + get(second) + put(into)
    body = product(row, given, FIRST, get(bias) + load_32("i2", 0), into, total) + moved(row, ROW) + moved(bias, SHORT)
    body += on(into, INT, get(second) + i32(SECOND * INT) + op("i32.add"))
    return I32 * 3 + V128, code + loop(body)


def last_layer() -> tuple[bytes, bytes]:
    second, given, value, weights, at, row, into, total = range(8)
    code = give(second, given, SECOND, 8, row, into, total) + address(weights, at) + put(row)
    code += product(row, given, SECOND, get(row) + load_32("i2", SECOND * SHORT), value, total)
    return I32 * 2 + V128, code


WRITTEN = dict(zip(LONG, (first_layer, second_layer, last_layer), strict=True))


def in_vectors(function: tree.Function) -> tuple[bytes, bytes] | None:
    """The locals and the code of a function of net.py that has long rows; None for any other function."""
    return WRITTEN[function.name]() if function.path == Path(net.__file__) and function.name in WRITTEN else None
