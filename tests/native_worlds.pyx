# cython: language_level=3, cdivision=True
"""The kernels of worlds, for tests/test_worlds_native.py, which builds this."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from cabbage cimport _krypkasino as kk
from cabbage cimport _krypkasino_worlds as kw
from cabbage cimport _las_vegan as lv
from cabbage cimport _las_vegan_worlds as lw
from cabbage cimport _worlds, _worlds_table
from cabbage._core cimport Round, resample_round, shown_voids
from cabbage._deal cimport Deal, fill_rules, resample_deal, shown_lacks
from cabbage._krypkasino_captures cimport add_to_table
from cabbage._rng cimport Rng, rng_below64, rng_seed


def voids_of(Round state):
    return shown_voids(state)


def voids_along(Round start, actions):
    cdef lv.LasVegan s = start.state
    cdef uint32_t voids = shown_voids(start)
    for action in actions:
        voids = lw.voids_after(&s, action, voids)
        lv.play(&s, action, False)
    return voids


def lacks_of(Deal state):
    cdef uint64_t lacks[kk.MAX_PLAYERS]
    shown_lacks(state, lacks)
    return [lacks[seat] for seat in range(state.num_players)]


def lacks_along(Deal start, Deal end):
    cdef kk.Krypkasino s = start.state
    cdef kk.Entry entries[kk.ENTRIES_A_PLAY]
    cdef kk.Move move
    cdef uint64_t lacks[kk.MAX_PLAYERS]
    cdef int i, seat
    for seat in range(kk.MAX_PLAYERS):
        lacks[seat] = 0
    for i in range(end.end):
        if end.entries[i].kind != kk.PLAYED:
            continue
        move.card = end.entries[i].card
        move.taken = end.entries[i].cards
        move.index = 0
        kw.note_play(&s, &move, kw.sweepers(&s), lacks)
        if kk.play(&s, &move, entries, False) > 1:
            for seat in range(kk.MAX_PLAYERS):
                lacks[seat] = 0
    return [lacks[seat] for seat in range(s.num_players)]


def resample_with_voids(Round state, int seat, uint32_t voids, uint64_t seed):
    """Whether there was a world where these voids are shown, and the hands then."""
    cdef lv.LasVegan s = state.state
    cdef Rng rng
    cdef int failed
    rng_seed(&rng, seed, 0)
    failed = resample_round(&s, seat, voids, state.rules.deck.mask, &rng)
    assert failed in (0, _worlds.NO_WORLD)
    return not failed, [s.hands[i] for i in range(s.num_players)]


def resample_with_lacks(Deal state, int seat, lacks, uint64_t seed):
    """Whether there was a world where these cards are lacking, and the hands and stock then."""
    cdef kk.Krypkasino s = state.state
    cdef kk.DealRules c
    cdef uint64_t masks[kk.MAX_PLAYERS]
    cdef Rng rng
    cdef int failed, i
    fill_rules(&c, state.rules)
    for i in range(s.num_players):
        masks[i] = lacks[i]
    rng_seed(&rng, seed, 0)
    failed = resample_deal(&s, seat, masks, &c, &rng)
    assert failed in (0, _worlds.NO_WORLD)
    return (not failed, [(s.hands[i].one, s.hands[i].two) for i in range(s.num_players)],
            [s.stock[kk.MAX_STOCK - s.stock_left + i] for i in range(s.stock_left)])


def sweepers(cards, rules):
    cdef kk.Krypkasino s
    cdef kk.DealRules c
    fill_rules(&c, rules)
    kk.start(&s, &c, 0)
    for card in cards:
        add_to_table(&s.table, card)
    return kw.sweepers(&s)


cdef int set_up(_worlds.Filling *f, sizes, classes) except -1:
    cdef int g, k
    f.num_groups = len(sizes)
    f.num_classes = len(classes)
    for g in range(f.num_groups):
        f.sizes[g] = sizes[g]
    for k in range(f.num_classes):
        f.groups[k], f.cards[k] = classes[k]
        for g in range(f.num_groups):
            f.taken[g][k] = 0
    return 0


def count_by_hands(sizes, classes):
    cdef _worlds.Filling f
    set_up(&f, sizes, classes)
    return _worlds.count_all_ways(&f)


def words_needed(sizes, classes):
    cdef _worlds.Filling f
    set_up(&f, sizes, classes)
    return _worlds_table.words_needed(&f, sum([cards for _, cards in classes]))


def count_by_cards(sizes, classes, int words):
    cdef _worlds.Filling f
    cdef _worlds_table.Ways ways
    set_up(&f, sizes, classes)
    _worlds_table.lay_out_table(&f, &ways, words)
    ways.numbers = <uint64_t *> malloc(ways.count * words * sizeof(uint64_t))
    _worlds_table.fill_table(&f, &ways)
    number = sum([ways.numbers[(ways.count - 1) * words + i] << 64 * i for i in [*range(words)]])
    free(ways.numbers)
    return number


def draw(sizes, classes, int words, uint64_t seed, int draws):
    """What each group takes of each class: hand by hand where `words` is 0, else card by card."""
    cdef _worlds.Filling f
    cdef Rng rng
    cdef int filled, g, k
    drawn = []
    rng_seed(&rng, seed, 0)
    for _ in range(draws):
        set_up(&f, sizes, classes)
        if words:
            filled = _worlds_table.fill_by_cards(&f, words, &rng)
        else:
            filled = _worlds.fill_by_hands(&f, &rng)
        drawn.append(tuple([tuple([f.taken[g][k] for g in range(f.num_groups)]) for k in range(f.num_classes)])
                     if filled else None)
    return drawn


def numbers_below(uint64_t stop, uint64_t seed, int draws):
    cdef Rng rng
    rng_seed(&rng, seed, 0)
    return [rng_below64(&rng, stop) for _ in range(draws)]
