"""The random numbers and the deals again, from their description in ARCHITECTURE.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def stream(seed: int, index: int) -> Iterator[int]:
    """SplitMix64 from the published description, started as stream `index` of `seed`."""
    state = mix((mix((seed + GAMMA) & WORD) + index * GAMMA) & WORD)
    while True:
        state = state + GAMMA & WORD
        yield mix(state)


def below(numbers: Iterator[int], n: int) -> int:
    """Lemire's bounded number from the upper 32 bits."""
    while True:
        product = (next(numbers) >> 32) * n
        if product & 0xFFFFFFFF >= 2**32 % n:
            return product >> 32


def shuffled(items: Sequence[int], draws: int, numbers: Iterator[int]) -> list[int]:
    """The first `draws` of a Fisher-Yates shuffle."""
    pack = list(items)
    for i in range(draws):
        j = i + below(numbers, len(pack) - i)
        pack[i], pack[j] = pack[j], pack[i]
    return pack[:draws]
