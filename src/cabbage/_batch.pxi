# Many games of one rule set in one block of memory, and loops over them. Included by two builds for each
# game (`_batch_las_vegan_base.pyx` and so on), which cimport the lane they are about.
#
# A loop takes a range of lanes, so that threads can share them, and releases the GIL. What changes lanes
# writes to the spare block, which counts only from `commit` on: until then nothing has happened. What can
# fail returns None, or the lane and why.

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from cabbage._buffers cimport Buffers, hold, release
from cabbage._rng cimport FIRST_PLAYOUT_STREAM, Rng, rng_seed

from cabbage import errors


cdef enum:
    ILLEGAL = 1                     # why a lane failed: TOO_MANY and BEYOND are the game's
    NO_MEMORY = 4
    NO_WORLD = 5


# Not a constant for the compiler: it would copy lanes word by word in microcode, which is slower than memcpy.
cdef size_t lane_size = sizeof(Lane)


@cython.final
cdef class Lanes:
    """The lanes of a batch. Not for users: `cabbage.batch` checks what is done with them."""

    cdef Lane *lanes
    cdef Lane *spare
    cdef readonly uint64_t size
    cdef readonly object rules
    cdef StateRules c_rules

    def __cinit__(self, rules, uint64_t size):
        cdef uint64_t i
        need(rules is not None)
        fill_rules(&self.c_rules, rules)
        self.rules = rules
        if not 0 < size <= (1 << 48):
            raise errors.CabbageError(f"a batch of {size} lanes")
        self.lanes = <Lane *> calloc(size, sizeof(Lane))
        self.spare = <Lane *> calloc(size, sizeof(Lane))
        if not (self.lanes and self.spare):
            raise MemoryError(f"no room for {size} lanes")
        self.size = size
        # A game of no cards, already over, is safe whatever is done to it; `start_streams` and `deal`, `load` or
        # `fill` come next.
        with nogil:
            for i in range(size):
                make_over(&self.lanes[i], &self.c_rules)
                make_over(&self.spare[i], &self.c_rules)

    def __dealloc__(self):
        free(self.lanes)
        free(self.spare)

    def commit(self):
        """Let what was written to the spare block count."""
        self.lanes, self.spare = self.spare, self.lanes

    @property
    def num_players(self):
        """How many seats play in each lane."""
        return num_players(&self.c_rules)

    @property
    def observation_size(self):
        """The numbers of an observation."""
        return observation_size(&self.c_rules)

    def load(self, uint64_t lane, State state not None):
        """Put a position into a lane."""
        cdef Lane loaded
        need(lane < self.size)
        loaded = self.lanes[lane]
        load(&loaded, state)
        # Looked at once more, since Python lets nobody keep rules from change.
        need(is_sound(&loaded, &self.c_rules))
        self.lanes[lane] = loaded

    def unload(self, uint64_t lane):
        """The position of a lane."""
        need(lane < self.size)
        return unload(&self.lanes[lane], self.rules)

    def copy_from(self, Lanes other not None):
        """Become what another block of the same size and rules is."""
        need(other.size == self.size and self.has_rules_of(other))
        with nogil:
            memcpy(self.lanes, other.lanes, self.size * sizeof(Lane))

    cdef bint has_rules_of(self, Lanes other):
        """Whether lanes can be taken from another block."""
        return memcmp(&self.c_rules, &other.c_rules, sizeof(StateRules)) == 0

    def take_from(self, Lanes other not None, numbers not None):
        """Take lanes of another block of the same rules, by number, in their order."""
        cdef Buffers held
        cdef const int64_t *wanted
        cdef int64_t number
        cdef uint64_t i
        cdef bint outside = False
        held.count = 0
        need(self.has_rules_of(other))
        try:
            wanted = <const int64_t *> hold(&held, numbers, self.size, sizeof(int64_t), False)
            with nogil:
                for i in range(self.size):
                    number = wanted[i]
                    if not 0 <= number < <int64_t>other.size:
                        outside = True
                        break
                    self.lanes[i] = other.lanes[number]
        finally:
            release(&held)
        need(not outside)

    def is_equal(self, Lanes other not None):
        """Whether all lanes are alike."""
        cdef uint64_t i
        cdef bint same = other.size == self.size
        if same:
            with nogil:
                for i in range(self.size):
                    if not is_equal(&self.lanes[i], &other.lanes[i]):
                        same = False
                        break
        return same

    def to_bytes(self):
        """All lanes as they lie in memory."""
        return (<char *>self.lanes)[:self.size * sizeof(Lane)]

    def fill(self, data not None):
        """Take lanes from `to_bytes`. Raises CabbageError where one of them is no position."""
        cdef Buffers held
        cdef uint64_t i
        cdef bint sound = True
        held.count = 0
        try:
            memcpy(self.spare, hold(&held, data, self.size * sizeof(Lane), 1, False), self.size * sizeof(Lane))
        finally:
            release(&held)
        with nogil:
            for i in range(self.size):
                if not is_sound(&self.spare[i], &self.c_rules):
                    sound = False
                    break
            if not sound:           # the spare block must be safe as well
                memcpy(self.spare, self.lanes, self.size * sizeof(Lane))
        if not sound:
            raise errors.CabbageError(f"the bytes of lane {i} are no position of these rules")
        self.commit()


cdef int need(bint holds) except -1:
    """Refuse arguments that `cabbage.batch` does not give."""
    if not holds:
        raise errors.CabbageError("the loops of a batch were called with what does not fit it")
    return 0


cdef int check_range(Lanes lanes, uint64_t begin, uint64_t end) except -1:
    return need(begin <= end <= lanes.size)


cdef object why(uint64_t lane, int failed):
    """What a loop that came to `lane` returns."""
    return None if not failed else (lane, failed)


def lane_bytes():
    """The size of a lane, of which there are two, with the spare one."""
    return sizeof(Lane)


# ---------------------------------------------------------------- dealing

def start_streams(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream):
    """Let lane i take the seeds of its deals from stream `first_stream` + i of a seed."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    with nogil:
        for i in range(begin, end):
            rng_seed(&lanes.lanes[i].deals, seed, first_stream + i)


def deal(Lanes lanes not None, uint64_t begin, uint64_t end, chosen):
    """Deal new games to the spare block: to the lanes that are chosen, or to all."""
    cdef Buffers held
    cdef const uint8_t *which
    cdef uint64_t i
    check_range(lanes, begin, end)
    held.count = 0
    try:
        which = <const uint8_t *> hold(&held, chosen, lanes.size, 1, False)
        with nogil:
            for i in range(begin, end):
                lanes.spare[i] = lanes.lanes[i]
                if not which or which[i]:
                    deal_lane(&lanes.spare[i], &lanes.c_rules)
    finally:
        release(&held)


# ---------------------------------------------------------------- looking

def seeds(Lanes lanes not None, uint64_t begin, uint64_t end, out not None):
    """Write the seeds of the deals, uint64."""
    cdef Buffers held
    cdef uint64_t *found
    cdef uint64_t i
    check_range(lanes, begin, end)
    held.count = 0
    try:
        found = <uint64_t *> hold(&held, out, lanes.size, sizeof(uint64_t), True)
        for i in range(begin, end):
            found[i] = lanes.lanes[i].seed
    finally:
        release(&held)


def over(Lanes lanes not None, uint64_t begin, uint64_t end, out not None):
    """Write which games are over, a byte a lane."""
    cdef Buffers held
    cdef uint8_t *found
    cdef uint64_t i
    check_range(lanes, begin, end)
    held.count = 0
    try:
        found = <uint8_t *> hold(&held, out, lanes.size, 1, True)
        for i in range(begin, end):
            found[i] = is_over(&lanes.lanes[i])
    finally:
        release(&held)


def current_players(Lanes lanes not None, uint64_t begin, uint64_t end, out not None):
    """Write the seats to move, int64."""
    cdef Buffers held
    cdef int64_t *found
    cdef uint64_t i
    check_range(lanes, begin, end)
    held.count = 0
    try:
        found = <int64_t *> hold(&held, out, lanes.size, sizeof(int64_t), True)
        for i in range(begin, end):
            found[i] = seat_to_move(&lanes.lanes[i])
    finally:
        release(&held)


def tallies(Lanes lanes not None, uint64_t begin, uint64_t end, out not None):
    """Write what each seat has so far, int32."""
    cdef Buffers held
    cdef int32_t *found
    cdef int players = num_players(&lanes.c_rules)
    cdef uint64_t i
    check_range(lanes, begin, end)
    held.count = 0
    try:
        found = <int32_t *> hold(&held, out, lanes.size * players, sizeof(int32_t), True)
        for i in range(begin, end):
            tally(&lanes.lanes[i], found + i * players)
    finally:
        release(&held)


cdef struct Outputs:
    # Where a step writes besides the lanes; NULL where nobody asks.
    uint8_t *done
    int32_t *returns
    int64_t *players
    uint64_t *words
    uint8_t *masks
    int16_t *observations
    int num_players
    int num_words
    int num_actions
    int observation_size
    int captures
    bint omit


cdef int hold_legal(Buffers *held, Lanes lanes, Outputs *out, int captures, bint omit, object words,
                    object masks) except -1:
    """Prepare for writing legal actions."""
    need(1 <= captures <= (1 << 16))
    out.captures = captures
    out.omit = omit
    out.num_words = num_words(captures)
    out.num_actions = num_actions(captures)
    out.words = <uint64_t *> hold(held, words, lanes.size * out.num_words, sizeof(uint64_t), True)
    out.masks = <uint8_t *> hold(held, masks, lanes.size * out.num_actions, 1, True)
    return 0


cdef inline int write_row(const Lane *lane, const Outputs *out, uint64_t i, Scratch *scratch) noexcept nogil:
    """Write the legal actions of lane i, where anybody asks. Returns 0, or why there is no writing them."""
    if not out.words and not out.masks:
        return 0
    return write_legal(lane, out.captures, out.omit, out.words + i * out.num_words if out.words else NULL,
                       out.masks + i * out.num_actions if out.masks else NULL, scratch)


def legal(Lanes lanes not None, uint64_t begin, uint64_t end, int captures, bint omit, words, masks):
    """Write the legal actions, as bits of words of uint64, as bytes, or both."""
    cdef Buffers held
    cdef Outputs out
    cdef uint64_t i = begin
    cdef int failed = 0
    cdef Scratch scratch
    check_range(lanes, begin, end)
    held.count = 0
    try:
        hold_legal(&held, lanes, &out, captures, omit, words, masks)
        with nogil:
            failed = NO_MEMORY if open_scratch(&scratch) else 0
            while i < end and not failed:
                failed = write_row(&lanes.lanes[i], &out, i, &scratch)
                i += not failed
            close_scratch(&scratch)
    finally:
        release(&held)
    return why(i, failed)


def observe(Lanes lanes not None, uint64_t begin, uint64_t end, seats, out not None):
    """Write what a seat of each lane knows, int16: the seat to move where `seats`, int64, is None."""
    cdef Buffers held
    cdef const int64_t *wanted
    cdef int16_t *found
    cdef uint64_t i
    cdef int64_t seat
    cdef int size = observation_size(&lanes.c_rules), players = num_players(&lanes.c_rules)
    cdef bint bad_seat = False
    check_range(lanes, begin, end)
    held.count = 0
    try:
        wanted = <const int64_t *> hold(&held, seats, lanes.size, sizeof(int64_t), False)
        found = <int16_t *> hold(&held, out, lanes.size * size, sizeof(int16_t), True)
        with nogil:
            for i in range(begin, end):
                seat = wanted[i] if wanted else seat_to_move(&lanes.lanes[i])
                if not 0 <= seat < players:
                    bad_seat = True
                    break
                observe_lane(&lanes.lanes[i], &lanes.c_rules, <int>seat, found + i * size)
    finally:
        release(&held)
    need(not bad_seat)


# ---------------------------------------------------------------- playing

cdef inline int finish_step(Lane *lane, const StateRules *rules, bint auto_reset, const Outputs *out,
                            uint64_t i, Scratch *scratch) noexcept nogil:
    """What comes behind the action of lane i. Returns 0, or why there is no writing it down."""
    cdef bint ended = is_over(lane)
    if out.done:
        out.done[i] = ended
    if out.returns:
        if ended:
            tally(lane, out.returns + i * out.num_players)
        else:
            memset(out.returns + i * out.num_players, 0, out.num_players * sizeof(int32_t))
    if ended and auto_reset:
        deal_lane(lane, rules)
    if out.players:
        out.players[i] = seat_to_move(lane)
    if out.observations:
        observe_lane(lane, rules, seat_to_move(lane), out.observations + i * out.observation_size)
    return write_row(lane, out, i, scratch)


def step(Lanes lanes not None, uint64_t begin, uint64_t end, wide, narrow, bint auto_reset, int captures,
         bint omit, done, returns, players, words, masks, observations):
    """Play an action a lane into the spare block, and write what comes of it.

    Actions are `wide`, int64, or `narrow`, int32. The others are as `cabbage.batch` has them, or None.
    """
    cdef Buffers held
    cdef const int64_t *wide_actions
    cdef const int32_t *narrow_actions
    cdef uint64_t i = begin
    cdef int64_t action
    cdef int failed = 0
    cdef Lane *lane
    cdef Scratch scratch
    cdef Outputs out
    check_range(lanes, begin, end)
    need((wide is None) != (narrow is None))
    out.num_players = num_players(&lanes.c_rules)
    out.observation_size = observation_size(&lanes.c_rules)
    held.count = 0
    try:
        hold_legal(&held, lanes, &out, captures, omit, words, masks)
        wide_actions = <const int64_t *> hold(&held, wide, lanes.size, sizeof(int64_t), False)
        narrow_actions = <const int32_t *> hold(&held, narrow, lanes.size, sizeof(int32_t), False)
        out.done = <uint8_t *> hold(&held, done, lanes.size, 1, True)
        out.players = <int64_t *> hold(&held, players, lanes.size, sizeof(int64_t), True)
        out.returns = <int32_t *> hold(&held, returns, lanes.size * out.num_players, sizeof(int32_t), True)
        out.observations = <int16_t *> hold(
            &held, observations, lanes.size * out.observation_size, sizeof(int16_t), True)
        with nogil:
            failed = NO_MEMORY if open_scratch(&scratch) else 0
            while i < end and not failed:
                lane = &lanes.spare[i]
                memcpy(lane, &lanes.lanes[i], lane_size)
                action = wide_actions[i] if wide_actions else narrow_actions[i]
                if action != SKIP:
                    failed = play_lane(lane, action, &scratch)
                if not failed:
                    failed = finish_step(lane, &lanes.c_rules, auto_reset, &out, i, &scratch)
                i += not failed
            close_scratch(&scratch)
    finally:
        release(&held)
    return why(i, failed)


def random_actions(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream,
                   out not None):
    """Write a random legal action a lane, int64, drawn from stream `first_stream` + i of a seed."""
    cdef Buffers held
    cdef int64_t *found
    cdef uint64_t i = begin
    cdef int failed = 0
    cdef Scratch scratch
    cdef Rng rng
    check_range(lanes, begin, end)
    held.count = 0
    try:
        found = <int64_t *> hold(&held, out, lanes.size, sizeof(int64_t), True)
        with nogil:
            failed = NO_MEMORY if open_scratch(&scratch) else 0
            while i < end and not failed:
                rng_seed(&rng, seed, first_stream + i)
                failed = random_action(&lanes.lanes[i], &rng, &found[i], &scratch)
                i += not failed
            close_scratch(&scratch)
    finally:
        release(&held)
    return why(i, failed)


def resample(Lanes lanes not None, uint64_t begin, uint64_t end, seats, uint64_t seed, uint64_t first_stream):
    """Draw what a seat of each lane cannot know anew, into the spare block. `seats` is int64, or None."""
    cdef Buffers held
    cdef const int64_t *wanted
    cdef uint64_t i = begin
    cdef int64_t seat
    cdef int failed = 0, players = num_players(&lanes.c_rules)
    cdef bint bad_seat = False
    cdef Rng rng
    check_range(lanes, begin, end)
    held.count = 0
    try:
        wanted = <const int64_t *> hold(&held, seats, lanes.size, sizeof(int64_t), False)
        with nogil:
            while i < end and not failed:
                seat = wanted[i] if wanted else seat_to_move(&lanes.lanes[i])
                if not 0 <= seat < players:
                    bad_seat = True
                    break
                lanes.spare[i] = lanes.lanes[i]
                rng_seed(&rng, seed, first_stream + i)
                failed = resample_lane(&lanes.spare[i], &lanes.c_rules, <int>seat, &rng)
                if failed:
                    failed = NO_MEMORY if failed < 0 else NO_WORLD
                i += not failed
    finally:
        release(&held)
    need(not bad_seat)
    return why(i, failed)


# ---------------------------------------------------------------- playouts

def playouts(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream,
             returns not None, lengths):
    """Play a copy of each lane to its end with random legal actions.

    Writes returns, int32, and how many actions they were, int64, where there is an array for them.
    """
    cdef Buffers held
    cdef int32_t *points
    cdef int64_t *counts
    cdef uint64_t i = begin
    cdef int failed = 0, players = num_players(&lanes.c_rules)
    cdef int64_t length
    cdef Scratch scratch
    cdef Rng rng
    check_range(lanes, begin, end)
    held.count = 0
    try:
        points = <int32_t *> hold(&held, returns, lanes.size * players, sizeof(int32_t), True)
        counts = <int64_t *> hold(&held, lengths, lanes.size, sizeof(int64_t), True)
        with nogil:
            failed = NO_MEMORY if open_scratch(&scratch) else 0
            while i < end and not failed:
                rng_seed(&rng, seed, first_stream + i)
                length = play_out_lane(&lanes.lanes[i], &rng, points + i * players, &scratch)
                if length < 0:
                    failed = TOO_MANY
                    break
                if counts:
                    counts[i] = length
                i += 1
            close_scratch(&scratch)
    finally:
        release(&held)
    return why(i, failed)


def playouts_of_one(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t count, returns):
    """Playouts number `begin` to `end` - 1, of `count`, of a seed, all from lane 0.

    Writes their returns, int32, where there is an array for all. Returns what failed, as the others do, then
    the number of actions, and of each seat's returns the sum and the sum of squares.
    """
    cdef Buffers held
    cdef int64_t sums[MAX_PLAYERS]
    cdef int64_t squares[MAX_PLAYERS]
    cdef int32_t points[MAX_PLAYERS]
    cdef int32_t *kept
    cdef uint64_t i = begin
    cdef int failed = 0, players = num_players(&lanes.c_rules), seat
    cdef int64_t length, actions = 0
    cdef Scratch scratch
    cdef Rng rng
    need(begin <= end <= count and end - begin <= (1 << 24) and count < (1 << 48))
    for seat in range(MAX_PLAYERS):
        sums[seat] = squares[seat] = 0
    held.count = 0
    try:
        kept = <int32_t *> hold(&held, returns, count * players, sizeof(int32_t), True)
        with nogil:
            failed = NO_MEMORY if open_scratch(&scratch) else 0
            while i < end and not failed:
                rng_seed(&rng, seed, FIRST_PLAYOUT_STREAM + i)
                length = play_out_lane(&lanes.lanes[0], &rng, points, &scratch)
                if length < 0:
                    failed = TOO_MANY
                    break
                actions += length
                for seat in range(players):
                    sums[seat] += points[seat]
                    squares[seat] += <int64_t>points[seat] * points[seat]
                if kept:
                    memcpy(kept + i * players, points, players * sizeof(int32_t))
                i += 1
            close_scratch(&scratch)
    finally:
        release(&held)
    return (why(i, failed), actions, [sums[seat] for seat in range(players)],
            [squares[seat] for seat in range(players)])
