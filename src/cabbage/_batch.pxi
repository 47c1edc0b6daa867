# Many games of one rule set in one block of memory, and loops over them. Included by two builds for each
# game (`_batch_las_vegan_base.pyx` and so on), which cimport the lane they are about.
#
# A loop takes a range of lanes, so that threads can share them, and releases the GIL. What changes lanes
# writes to the spare block, which counts only from `commit` on: until then nothing has happened. What can
# fail returns None, or the lane and why.

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cabbage._rng cimport FIRST_PLAYOUT_STREAM, Rng, rng_seed

from cabbage import errors


cdef enum:
    ILLEGAL = 1                     # why a lane failed: TOO_MANY and BEYOND are the game's
    NO_MEMORY = 4


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
        fill_lane_rules(&self.c_rules, rules)
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
        for i in range(size):
            make_over(&self.lanes[i], &self.c_rules)
            make_over(&self.spare[i], &self.c_rules)

    def __dealloc__(self):
        free(self.lanes)
        free(self.spare)

    def commit(self):
        """Let what was written to the spare block count."""
        self.lanes, self.spare = self.spare, self.lanes

    def load(self, uint64_t lane, State state not None):
        """Put a position into a lane."""
        need(lane < self.size)
        need(state.rules == self.rules)
        load(&self.lanes[lane], state)

    def unload(self, uint64_t lane):
        """The position of a lane."""
        need(lane < self.size)
        return unload(&self.lanes[lane], self.rules)

    def copy_from(self, Lanes other not None):
        """Become what another block of the same size and rules is."""
        need(other.size == self.size and other.rules == self.rules)
        memcpy(self.lanes, other.lanes, self.size * sizeof(Lane))

    def take_from(self, Lanes other not None, const int64_t[::1] numbers not None):
        """Take lanes of another block of the same rules, by number, in their order."""
        cdef uint64_t i
        need(<uint64_t>numbers.shape[0] == self.size and other.rules == self.rules)
        for i in range(self.size):
            need(0 <= numbers[i] < <int64_t>other.size)
            self.lanes[i] = other.lanes[numbers[i]]

    def is_equal(self, Lanes other not None):
        """Whether all lanes are alike."""
        cdef uint64_t i
        if other.size != self.size:
            return False
        for i in range(self.size):
            if not is_equal(&self.lanes[i], &other.lanes[i]):
                return False
        return True

    def to_bytes(self):
        """All lanes as they lie in memory."""
        return (<char *>self.lanes)[:self.size * sizeof(Lane)]

    def fill(self, const uint8_t[::1] data not None):
        """Take lanes from `to_bytes`. Raises CabbageError where one of them is no position."""
        cdef uint64_t i
        if <uint64_t>data.shape[0] != self.size * sizeof(Lane):
            raise errors.CabbageError(f"{data.shape[0]} bytes for {self.size} lanes of {sizeof(Lane)}")
        memcpy(self.spare, &data[0], self.size * sizeof(Lane))
        for i in range(self.size):
            if not is_sound(&self.spare[i], &self.c_rules):
                memcpy(self.spare, self.lanes, self.size * sizeof(Lane))
                raise errors.CabbageError(f"the bytes of lane {i} are no position of these rules")
        self.commit()


cdef int need(bint holds) except -1:
    """Refuse arguments that `cabbage.batch` does not give."""
    if not holds:
        raise errors.CabbageError("the loops of a batch were called with arrays that do not fit it")
    return 0


cdef int check_range(Lanes lanes, uint64_t begin, uint64_t end) except -1:
    return need(begin <= end <= lanes.size)


cdef object why(Lanes lanes, uint64_t lane, uint64_t end, int failed):
    """What a loop that came to `lane` returns."""
    return None if not failed else (lane, failed)


def lane_bytes():
    """The memory that a lane takes, its spare one included."""
    return 2 * sizeof(Lane)


def size_of_observation(Lanes lanes not None):
    """The numbers of an observation."""
    return observation_size(&lanes.c_rules)


# ---------------------------------------------------------------- dealing

def start_streams(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream):
    """Let lane i take the seeds of its deals from stream `first_stream` + i of a seed."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    with nogil:
        for i in range(begin, end):
            rng_seed(&lanes.lanes[i].deals, seed, first_stream + i)


def deal(Lanes lanes not None, uint64_t begin, uint64_t end, const uint8_t[::1] chosen):
    """Deal new games to the spare block: to the lanes that are chosen, or to all."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    need(chosen is None or <uint64_t>chosen.shape[0] == lanes.size)
    with nogil:
        for i in range(begin, end):
            lanes.spare[i] = lanes.lanes[i]
            if chosen is None or chosen[i]:
                deal_lane(&lanes.spare[i], &lanes.c_rules)


# ---------------------------------------------------------------- looking

def seeds(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t[::1] out not None):
    """Write the seeds of the deals."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size)
    with nogil:
        for i in range(begin, end):
            out[i] = lanes.lanes[i].seed


def over(Lanes lanes not None, uint64_t begin, uint64_t end, uint8_t[::1] out not None):
    """Write which games are over."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size)
    with nogil:
        for i in range(begin, end):
            out[i] = is_over(&lanes.lanes[i])


def current_players(Lanes lanes not None, uint64_t begin, uint64_t end, int64_t[::1] out not None):
    """Write the seats to move."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size)
    with nogil:
        for i in range(begin, end):
            out[i] = seat_to_move(&lanes.lanes[i])


def tallies(Lanes lanes not None, uint64_t begin, uint64_t end, int32_t[:, ::1] out not None):
    """Write what each seat has so far."""
    cdef uint64_t i
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size and out.shape[1] == num_players(&lanes.c_rules))
    with nogil:
        for i in range(begin, end):
            tally(&lanes.lanes[i], &out[i, 0])


def legal(Lanes lanes not None, uint64_t begin, uint64_t end, int captures, bint omit, uint64_t[:, ::1] words,
          uint8_t[:, ::1] masks):
    """Write the legal actions, as bits of words, as bytes, or both."""
    cdef uint64_t i = begin
    cdef int failed = 0
    cdef Scratch scratch
    check_range(lanes, begin, end)
    check_legal(lanes, captures, words, masks)
    with nogil:
        failed = NO_MEMORY if open_scratch(&scratch) else 0
        while i < end and not failed:
            failed = write_legal(&lanes.lanes[i], captures, omit, NULL if words is None else &words[i, 0],
                                 NULL if masks is None else &masks[i, 0], &scratch)
            i += not failed
        close_scratch(&scratch)
    return why(lanes, i, end, failed)


cdef int check_legal(Lanes lanes, int captures, uint64_t[:, ::1] words, uint8_t[:, ::1] masks) except -1:
    need(1 <= captures <= (1 << 16))
    need(words is None or (<uint64_t>words.shape[0] == lanes.size and words.shape[1] == num_words(captures)))
    need(masks is None or (<uint64_t>masks.shape[0] == lanes.size and masks.shape[1] == num_actions(captures)))
    return 0


def observe(Lanes lanes not None, uint64_t begin, uint64_t end, const int64_t[::1] seats, int16_t[:, ::1] out not None):
    """Write what a seat of each lane knows: the seat to move where `seats` is None."""
    cdef uint64_t i
    cdef int players = num_players(&lanes.c_rules), seat
    cdef bint bad_seat = False
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size and out.shape[1] == observation_size(&lanes.c_rules))
    need(seats is None or <uint64_t>seats.shape[0] == lanes.size)
    with nogil:
        for i in range(begin, end):
            seat = seat_to_move(&lanes.lanes[i]) if seats is None else <int>seats[i]
            if not 0 <= seat < players:
                bad_seat = True
                break
            observe_lane(&lanes.lanes[i], &lanes.c_rules, seat, &out[i, 0])
    need(not bad_seat)


# ---------------------------------------------------------------- playing

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
    if not out.words and not out.masks:
        return 0
    return write_legal(lane, out.captures, out.omit, out.words + i * out.num_words if out.words else NULL,
                       out.masks + i * out.num_actions if out.masks else NULL, scratch)


def step(Lanes lanes not None, uint64_t begin, uint64_t end, const int64_t[::1] wide, const int32_t[::1] narrow,
         bint auto_reset, int captures, bint omit, uint8_t[::1] done, int32_t[:, ::1] returns, int64_t[::1] players,
         uint64_t[:, ::1] words, uint8_t[:, ::1] masks, int16_t[:, ::1] observations):
    """Play an action a lane, `wide` or `narrow`, into the spare block, and write what comes of it."""
    cdef uint64_t i = begin
    cdef int64_t action
    cdef int failed = 0
    cdef Lane *lane
    cdef Scratch scratch
    cdef Outputs out
    check_range(lanes, begin, end)
    check_legal(lanes, captures, words, masks)
    need((wide is None) != (narrow is None))
    need(<uint64_t>(narrow.shape[0] if wide is None else wide.shape[0]) == lanes.size)
    out.num_players = num_players(&lanes.c_rules)
    out.num_words = num_words(captures)
    out.num_actions = num_actions(captures)
    out.observation_size = observation_size(&lanes.c_rules)
    out.captures = captures
    out.omit = omit
    need(done is None or <uint64_t>done.shape[0] == lanes.size)
    need(players is None or <uint64_t>players.shape[0] == lanes.size)
    need(returns is None or (<uint64_t>returns.shape[0] == lanes.size and returns.shape[1] == out.num_players))
    need(observations is None or (<uint64_t>observations.shape[0] == lanes.size
                                  and observations.shape[1] == out.observation_size))
    out.done = NULL if done is None else &done[0]
    out.returns = NULL if returns is None else &returns[0, 0]
    out.players = NULL if players is None else &players[0]
    out.words = NULL if words is None else &words[0, 0]
    out.masks = NULL if masks is None else &masks[0, 0]
    out.observations = NULL if observations is None else &observations[0, 0]
    with nogil:
        failed = NO_MEMORY if open_scratch(&scratch) else 0
        while i < end and not failed:
            lane = &lanes.spare[i]
            memcpy(lane, &lanes.lanes[i], lane_size)
            action = narrow[i] if wide is None else wide[i]
            if action != SKIP:
                failed = play_lane(lane, action, &scratch)
            if not failed:
                failed = finish_step(lane, &lanes.c_rules, auto_reset, &out, i, &scratch)
            i += not failed
        close_scratch(&scratch)
    return why(lanes, i, end, failed)


def random_actions(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream,
                   int64_t[::1] out not None):
    """Write a random legal action a lane, drawn from stream `first_stream` + i of a seed."""
    cdef uint64_t i = begin
    cdef int failed = 0
    cdef Scratch scratch
    cdef Rng rng
    check_range(lanes, begin, end)
    need(<uint64_t>out.shape[0] == lanes.size)
    with nogil:
        failed = NO_MEMORY if open_scratch(&scratch) else 0
        while i < end and not failed:
            rng_seed(&rng, seed, first_stream + i)
            failed = random_action(&lanes.lanes[i], &rng, &out[i], &scratch)
            i += not failed
        close_scratch(&scratch)
    return why(lanes, i, end, failed)


def resample(Lanes lanes not None, uint64_t begin, uint64_t end, const int64_t[::1] seats, uint64_t seed,
             uint64_t first_stream):
    """Draw what a seat of each lane cannot know anew, into the spare block."""
    cdef uint64_t i = begin
    cdef int failed = 0, seat, players = num_players(&lanes.c_rules)
    cdef bint bad_seat = False
    cdef Rng rng
    check_range(lanes, begin, end)
    need(seats is None or <uint64_t>seats.shape[0] == lanes.size)
    with nogil:
        while i < end and not failed:
            seat = seat_to_move(&lanes.lanes[i]) if seats is None else <int>seats[i]
            if not 0 <= seat < players:
                bad_seat = True
                break
            lanes.spare[i] = lanes.lanes[i]
            rng_seed(&rng, seed, first_stream + i)
            failed = NO_MEMORY if resample_lane(&lanes.spare[i], &lanes.c_rules, seat, &rng) else 0
            i += not failed
    need(not bad_seat)
    return why(lanes, i, end, failed)


# ---------------------------------------------------------------- playouts

def playouts(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, uint64_t first_stream,
             int32_t[:, ::1] returns not None, int64_t[::1] lengths):
    """Play a copy of each lane to its end with random legal actions; write returns, and how many they were."""
    cdef uint64_t i = begin
    cdef int failed = 0
    cdef int64_t length
    cdef Scratch scratch
    cdef Rng rng
    check_range(lanes, begin, end)
    need(<uint64_t>returns.shape[0] == lanes.size and returns.shape[1] == num_players(&lanes.c_rules))
    need(lengths is None or <uint64_t>lengths.shape[0] == lanes.size)
    with nogil:
        failed = NO_MEMORY if open_scratch(&scratch) else 0
        while i < end and not failed:
            rng_seed(&rng, seed, first_stream + i)
            length = play_out_lane(&lanes.lanes[i], &rng, &returns[i, 0], &scratch)
            if length < 0:
                failed = TOO_MANY
                break
            if lengths is not None:
                lengths[i] = length
            i += 1
        close_scratch(&scratch)
    return why(lanes, i, end, failed)


def playouts_of_one(Lanes lanes not None, uint64_t begin, uint64_t end, uint64_t seed, int32_t[:, ::1] returns):
    """Playouts number `begin` to `end` - 1 of a seed, all from lane 0.

    Writes their returns where there is an array for them. Returns what failed, as the others do, then the
    number of actions, and of each seat's returns the sum and the sum of squares.
    """
    cdef int64_t sums[MAX_PLAYERS]
    cdef int64_t squares[MAX_PLAYERS]
    cdef int32_t points[MAX_PLAYERS]
    cdef uint64_t i = begin
    cdef int failed = 0, players = num_players(&lanes.c_rules), seat
    cdef int64_t length, actions = 0
    cdef Scratch scratch
    cdef Rng rng
    need(begin <= end <= begin + (1 << 24))
    need(returns is None or (<uint64_t>returns.shape[0] >= end and returns.shape[1] == players))
    for seat in range(MAX_PLAYERS):
        sums[seat] = squares[seat] = 0
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
                if returns is not None:
                    returns[i, seat] = points[seat]
            i += 1
        close_scratch(&scratch)
    return (why(lanes, i, end, failed), actions, [sums[seat] for seat in range(players)],
            [squares[seat] for seat in range(players)])
