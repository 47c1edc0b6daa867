# Single verbs of the kernels over many positions, natively, for benchmarks and the signature. Included
# by `_engine.pxi`.

cdef LasVegan *copies_of_rounds(rounds) except NULL:
    """The positions of a sequence of rounds side by side; whoever asks frees them."""
    cdef int i, size = len(rounds)
    cdef LasVegan *states = <LasVegan *> malloc((size + 1) * sizeof(LasVegan))
    if not states:
        raise MemoryError("no room for positions")
    try:
        for i in range(size):
            states[i] = (<Round?>rounds[i]).state
    except BaseException:
        free(states)
        raise
    return states


def count_round_moves(rounds, uint64_t repeats):
    """Look at the legal mask of every round `repeats` times; the legal moves in all."""
    cdef LasVegan *states = copies_of_rounds(rounds)
    cdef uint64_t moves = 0
    cdef int i, size = len(rounds)
    with nogil:
        for _ in range(repeats):
            for i in range(size):
                moves += popcount(lv.legal_mask(&states[i]))
    free(states)
    return moves


cdef struct Trick:
    uint8_t cards[lv.MAX_PLAYERS]
    uint8_t size


def win_tricks(tricks, uint64_t repeats):
    """Find the winner of every trick `repeats` times; the sum of the winners' places, the leader's 0.

    A trick is a `bytes` of its card numbers in order of play.
    """
    cdef Trick *laid
    cdef bytes trick
    cdef uint64_t places = 0
    cdef int i, place, size = len(tricks)
    for trick in tricks:
        if not 1 <= len(trick) <= lv.MAX_PLAYERS or max(trick) >= lv.NUM_CARDS:
            raise errors.CabbageError(f"a trick is 1 to 6 card numbers, not {trick!r}")
    laid = <Trick *> malloc((size + 1) * sizeof(Trick))
    if not laid:
        raise MemoryError("no room for tricks")
    for i, trick in enumerate(tricks):
        laid[i].size = <uint8_t>len(trick)
        for place, card in enumerate(trick):
            laid[i].cards[place] = card
    with nogil:
        for _ in range(repeats):
            for i in range(size):
                places += lv.trick_winner(laid[i].cards, laid[i].size)
    free(laid)
    return places


def list_deal_moves(deals, uint64_t repeats, bint ordered):
    """List the moves of every deal `repeats` times; the moves listed in all."""
    cdef Krypkasino *states
    cdef Room room
    cdef uint64_t moves = 0
    cdef int i, size = len(deals)
    open_room(&room)
    states = <Krypkasino *> malloc((size + 1) * sizeof(Krypkasino))
    try:
        if not states:
            raise MemoryError("no room for positions")
        for i in range(size):
            states[i] = (<Deal?>deals[i]).state
        with nogil:
            for _ in range(repeats):
                for i in range(size):
                    moves += list_in(&room, &states[i], 0, ordered)
        check_room(&room)
    finally:
        free(states)
        close_room(&room)
    return moves
