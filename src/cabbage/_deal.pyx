"""The extension people touch: Krypkasino's `Deal`.

Input is validated here, once; behind it the kernel's verbs trust what they are given.
"""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from cabbage cimport _krypkasino as kk
from cabbage._bits cimport popcount
from cabbage._core cimport checked_seat, checked_seed
from cabbage._krypkasino cimport DealRules, Entry, Krypkasino, Move
from cabbage._krypkasino_captures cimport Cards, add_cards, count_cards, list_cards, one_card, table_of
from cabbage._krypkasino_numbers cimport TOO_MANY, find_move, number_of, random_number
from cabbage._krypkasino_worlds cimport forget_order, resample, sweepers, sweepers_of
from cabbage._rng cimport WORLD_STREAM, Rng, rng_seed
from cabbage._streams cimport stream_of

from cabbage import (
    _checks,
    _krypkasino_cards,
    _krypkasino_moves,
    _krypkasino_rules,
    _krypkasino_setup,
    _krypkasino_view,
    errors,
)

_DEFAULT_RULES = _krypkasino_rules.Rules()
_Rules = _krypkasino_rules.Rules
_Setup = _krypkasino_setup.Setup
_View = _krypkasino_view.View
_Move = _krypkasino_moves.Move
_Card = _krypkasino_cards.Card
cdef list _CARDS = sorted(_krypkasino_cards.ALL_CARDS)


cdef enum:
    FEW_MOVES = 64                  # what a list of moves has room for before it needs the heap
    FIRST_ENTRIES = 8
    MAX_POINTS = 1000               # of sweeps and bonus, either way


cdef int rule(str name, object value, int low, int high) except? -1:
    return _checks.in_range(name, value, low, high, errors.RulesError, errors.RulesError)


# A `Rules` or a `Setup` has been validated, but not by this module, and Python lets nobody keep an
# object from change. What the kernel trusts is therefore looked at once more while it is copied.

cdef object checked_rules(object rules):
    if rules is None:
        return _DEFAULT_RULES
    if type(rules) is not _Rules:
        raise errors.InputTypeError(f"rules are a krypkasino.Rules, not {_checks.quoted(rules)}")
    return rules


cdef uint8_t flags_of(object rules):
    return ((kk.NORDIC_VALUES if rules.hand_values == "nordic" else 0)
            | (kk.COURT_SUMS if rules.court_sums else 0)
            | (kk.CREDIT_DEALER if rules.first_sweep_credit == "dealer" else 0))


cdef int fill_packs(DealRules *c, object rules) except -1:
    """The cards of a `Rules` object: all that drawing a world needs of it."""
    cdef int card
    memset(c, 0, sizeof(DealRules))
    for card in rules.deck:
        if not 0 <= card < kk.NUM_CARDS:
            raise errors.RulesError(f"deck: a card number is 0 to 51, not {card}")
        c.deck |= 1ULL << card
    c.packs = rule("packs", rules.packs, 1, 2)
    return 0


cdef int fill_rules(DealRules *c, object rules) except -1:
    """What dealing needs to know of a `Rules` object."""
    rules = checked_rules(rules)
    fill_packs(c, rules)
    c.num_players = rule("players", rules.players, 2, kk.MAX_PLAYERS)
    c.first_hand = rule("first_hand", rules.cards_each_first, 1, kk.MAX_STOCK)
    c.first_table = rule("first_table", rules.table_cards, 0, kk.MAX_STOCK)
    c.later_hand = rule("later_hand", rules.cards_each_later, 1, kk.MAX_STOCK)
    c.bonus = rule("last_capture_bonus", rules.last_capture_bonus, -MAX_POINTS, MAX_POINTS)
    c.flags = flags_of(rules)
    if c.num_players * c.first_hand + c.first_table > c.packs * popcount(c.deck):
        raise errors.RulesError("the packs are too small for the first batch")
    return 0


cdef int fill_cards(Cards *to, tuple cards, Cards *everywhere) except -1:
    """Put cards into an empty place, and to all that are anywhere."""
    cdef Cards card
    cdef int number
    to.one = to.two = 0
    for each in cards:
        number = _checks.below("a card", each, kk.NUM_CARDS)
        card = one_card(number)
        if everywhere.two & card.one:
            raise errors.SetupError([f"card {_CARDS[number]} is there three times"])
        add_cards(to, &card)
        add_cards(everywhere, &card)
    return 0


cdef bint hands_fit(const Krypkasino *s) noexcept:
    """Whether hands are of one size, but for a card less of each seat that has played this turn."""
    cdef int players = s.num_players, first = s.dealer + 1
    cdef int due = count_cards(&s.hands[s.current_player])
    cdef int played = (s.current_player - first + players) % players
    cdef int place
    for place in range(players):
        if count_cards(&s.hands[(first + place) % players]) != due - (place < played):
            return False
    return due > 0 or s.ended


cdef int fill_state(Krypkasino *s, const DealRules *c, object setup) except -1:
    """The position of a `Setup` without faults."""
    cdef tuple hands = setup.hands, piles = setup.piles, points = setup.sweep_points
    cdef tuple stock = setup.stock
    cdef int players = c.num_players, left = len(stock), i
    cdef Cards everywhere, table, undealt
    if len(hands) != players or len(piles) not in (0, players) or len(points) not in (0, players):
        raise errors.SetupError([f"hands, piles or sweep points are not those of {players} players"])
    if left > kk.MAX_STOCK or left % (players * c.later_hand):
        raise errors.SetupError([f"{left} cards in the stock"])
    everywhere.one = everywhere.two = 0
    kk.start(s, c, _checks.below("the dealer", setup.dealer, players))
    s.ended = left == 0
    for i in range(players):
        fill_cards(&s.hands[i], hands[i], &everywhere)
        if s.hands[i].one:
            s.ended = 0
        if piles:
            fill_cards(&s.piles[i], piles[i], &everywhere)
        if points:
            s.sweep_points[i] = _checks.in_range("sweep points", points[i], -MAX_POINTS, MAX_POINTS)
    fill_cards(&table, setup.table, &everywhere)
    s.table = table_of(&table)
    fill_cards(&s.aside, setup.aside, &everywhere)
    fill_cards(&undealt, stock, &everywhere)
    s.stock_left = left
    for i in range(left):
        s.stock[kk.MAX_STOCK - left + i] = _checks.below("a card", stock[i], kk.NUM_CARDS)
    if setup.current_player is not None:
        s.current_player = _checks.below("the current player", setup.current_player, players)
    if setup.last_player is not None:
        s.last_player = _checks.below("the last player", setup.last_player, players)
    if setup.last_capturer is not None:
        s.last_capturer = _checks.below("the last capturer", setup.last_capturer, players)
    if not hands_fit(s):
        raise errors.SetupError([f"the hands do not fit the turn of seat {s.current_player}"])
    s.zobrist = kk.hash_position(s)
    return 0


cdef tuple cards_of(const Cards *cards):
    """The cards as a tuple of `Card`, sorted by number."""
    cdef uint8_t listed[kk.MAX_STOCK]
    cdef int count = list_cards(cards, listed), i
    return tuple([_CARDS[listed[i]] for i in range(count)])


cdef object seat_or_none(int seat):
    return None if seat == kk.NOBODY else seat


cdef str quote(Deal self):
    """The position in one line, for error messages."""
    from cabbage.notation import format_position
    return format_position(self, one_line=True)


cdef object too_many(Deal self):
    return errors.TooManyCapturesError(
        f"the captures of this hand are more than {kk.MAX_MOVES}, or too complicated; "
        f"position: {quote(self)}")


cdef int refuse(Deal self, object move, str why) except -1:
    try:
        what = _checks.shown(move) if isinstance(move, int) else str(move)
    except Exception:  # the text of a Move that somebody has forged
        what = f"<{type(move).__name__}>"
    raise errors.IllegalActionError(f"move {what} is not legal: {why}; position: {quote(self)}")


cdef int refuse_undo(Deal self) except -1:
    raise errors.UndoError(f"nothing to undo; position: {quote(self)}")


cdef Cards cards_of_masks(uint64_t one, uint64_t two) except *:
    """The cards of two masks: those of which there is at least one, and those of which there are both."""
    cdef Cards cards
    if one >> kk.NUM_CARDS or two & ~one:
        raise errors.CardError(f"masks of cards are one and, within it, both copies, not {one:#x} and {two:#x}")
    cards.one = one
    cards.two = two
    return cards


def card_points(uint64_t one, uint64_t two):
    """The points of some cards, given as two masks: at least one copy, and both."""
    cdef Cards cards = cards_of_masks(one, two)
    return kk.card_points(&cards)


def takers(uint64_t one, uint64_t two, object rules):
    """The cards that would take something from a table, those that would sweep it, and what that would cost.

    one, two: what lies on the table, as two masks: at least one copy, and both. rules: a `Rules`.
    Returns two masks of the 52 cards, in play or not, which are 0 for an empty table, and the points of a sweep.

    Raises CardError for masks that are none, InputTypeError for what are no rules.
    """
    cdef Krypkasino s
    cdef Cards cards = cards_of_masks(one, two)
    s.table = table_of(&cards)
    s.flags = flags_of(checked_rules(rules))
    return kk.capturing(&s), sweepers(&s), kk.sweep_points(&s)


@cython.final
cdef class _Scratch:
    """Room for the moves of one position: on the heap only where there are many."""
    cdef Move *moves
    cdef Cards *captures

    def __cinit__(self):
        self.moves = <Move *> malloc(kk.MAX_MOVES * sizeof(Move))
        self.captures = <Cards *> malloc(2 * kk.MAX_MOVES * sizeof(Cards))
        if not (self.moves and self.captures):
            raise MemoryError("no room for move lists")

    def __dealloc__(self):
        free(self.moves)
        free(self.captures)


cdef object plain_number(Deal self, object move):
    """`move`, which is no int and no `Move`, as one."""
    try:
        return _checks.integer("a move", move, errors.ActionTypeError, "a Move or an integer")
    except errors.ActionTypeError as error:
        raise errors.ActionTypeError(f"{error}; position: {quote(self)}") from None


cdef int find_with_room(Deal self, long number, Move *found) except -1:
    """`find_move` with all the room there is."""
    cdef _Scratch scratch = _Scratch()
    cdef int legal = find_move(&self.state, number, sweepers(&self.state), found, scratch.captures, kk.MAX_MOVES)
    if legal == TOO_MANY:
        raise too_many(self)
    return legal


cdef int masks_of(object captured, Cards *wanted) except -1:
    """The cards of a `Move`'s tuple as masks; False where it is none of ours."""
    cdef Cards card
    cdef long number
    cdef int overflow = 0
    wanted.one = wanted.two = 0
    if type(captured) is not tuple:
        return False
    for each in <tuple>captured:
        if type(each) is not _Card:
            return False
        number = PyLong_AsLongAndOverflow(each, &overflow)
        if not 0 <= number < kk.NUM_CARDS:
            return False
        card = one_card(<int>number)
        if wanted.two & card.one:
            return False
        add_cards(wanted, &card)
    return True


cdef inline int checked_move(Deal self, object move, Move *found) except -1:
    """The legal move that a number or a `Move` names, if it is one; the state is not touched.

    Whatever of it is somebody else's Python runs before the state is looked at.
    """
    cdef Cards few[2 * FEW_MOVES]
    cdef Cards wanted
    cdef int overflow = 0, legal
    cdef long number
    cdef bint is_move = False
    if not PyLong_CheckExact(move):
        if type(move) is _Move:
            is_move = True
            if not masks_of(getattr(move, "_captured", None), &wanted):
                return 0
            move = getattr(move, "_number", None)
        if not PyLong_CheckExact(move):
            move = plain_number(self, move)
    number = PyLong_AsLongAndOverflow(move, &overflow)
    legal = find_move(&self.state, number, sweepers(&self.state), found, few, FEW_MOVES)
    if legal == TOO_MANY:
        legal = find_with_room(self, number, found)
    if is_move and (wanted.one != found.taken.one or wanted.two != found.taken.two):
        return 0
    return legal


cdef str why_illegal(Deal self, object move):
    cdef Move few[FEW_MOVES]
    cdef Cards few_captures[2 * FEW_MOVES]
    if self.state.ended:
        return "the deal is over"
    # On a monstrous table there are too many to tell, perhaps even to list.
    if kk.list_moves(&self.state, few, few_captures, FEW_MOVES, False) < 0:
        return f"seat {self.current_player} has {FEW_MOVES} moves or more, and this is none of them"
    return f"seat {self.current_player} may play {' '.join([str(each) for each in self.moves()])}"


cdef int make_room(Deal self, int entries) except -1:
    """Make room for so many entries in all."""
    cdef void *moved = realloc(self.entries, entries * sizeof(Entry))
    if not moved:
        raise MemoryError("no room for the record of the moves")
    self.entries = <Entry *> moved
    self.room = entries
    return 0


cdef inline int advance(Deal self, const Move *move) except -1:
    """Play a move that the kernel can take, and record it."""
    cdef Entry *entry
    if self.end + kk.ENTRIES_A_PLAY > self.room:
        make_room(self, 2 * self.room + FIRST_ENTRIES)
    entry = &self.entries[self.end]
    entry.number = number_of(move)
    self.end += kk.play(&self.state, move, entry, True)
    self.plies += 1
    return 0


cdef list build_moves(Deal self, bint as_objects):
    cdef Move few[FEW_MOVES]
    cdef Cards few_captures[2 * FEW_MOVES]
    cdef _Scratch scratch
    cdef Move *moves = few
    cdef list numbers
    cdef object number
    cdef int count, i
    count = kk.list_moves(&self.state, few, few_captures, FEW_MOVES, True)
    if count < 0:
        scratch = _Scratch()
        moves = scratch.moves
        count = kk.list_moves(&self.state, moves, scratch.captures, kk.MAX_MOVES, True)
        if count < 0:
            raise too_many(self)
    if not as_objects:
        numbers = PyList_New(count)
        for i in range(count):
            number = number_of(&moves[i])
            Py_INCREF(number)
            PyList_SET_ITEM(numbers, i, number)
        return numbers
    return [_Move._of(_CARDS[moves[i].card], cards_of(&moves[i].taken), number_of(&moves[i]),
                      bool(kk.is_sweep(&self.state, &moves[i].taken))) for i in range(count)]


cdef void shown_lacks(Deal self, uint64_t *lacks) noexcept:
    """For each of six seats, the cards that its moves in this batch have shown it not to hold."""
    cdef const Entry *entry
    cdef int end = self.end, seat = self.state.current_player
    cdef int i
    memset(lacks, 0, kk.MAX_PLAYERS * sizeof(uint64_t))
    while end and self.entries[end - 1].kind == kk.PLAYED:
        end -= 1
        entry = &self.entries[end]
        seat = seat - 1 if seat else self.state.num_players - 1
        if entry.cards.one != entry.table.cards.one or entry.cards.two != entry.table.cards.two:
            lacks[seat] |= sweepers_of(&entry.table, self.state.flags)
    if not end:                     # the record began in this batch
        for i in range(self.state.num_players):
            lacks[i] |= self.lacks_before[i]


cdef int replay(Deal self) except -1:
    """Play all moves of the record again from its beginning, for their hashes to be those of other hidden cards."""
    cdef Entry *entries
    cdef Move move
    cdef int count = self.end, i
    if not count:
        self.state.zobrist = kk.hash_position(&self.state)
        return 0
    entries = <Entry *> malloc(count * sizeof(Entry))
    if not entries:
        raise MemoryError("no room for the record of the moves")
    memcpy(entries, self.entries, count * sizeof(Entry))
    while self.end:
        self.end -= kk.undo(&self.state, &self.entries[self.end - 1])
    self.plies = 0
    self.state.zobrist = kk.hash_position(&self.state)
    try:
        for i in range(count):
            if entries[i].kind == kk.PLAYED:
                move.card = entries[i].card
                move.index = <int>(entries[i].number // kk.NUM_CARDS)
                move.taken = entries[i].cards
                advance(self, &move)
    finally:
        free(entries)
    return 0


cdef int resample_deal(Krypkasino *s, int seat, const uint64_t *lacks, const DealRules *rules,
                       Rng *rng) noexcept nogil:
    """Deal the cards that `seat` does not see anew."""
    return resample(s, seat, lacks, rules, rng)


@cython.final
@cython.no_gc
cdef class Deal:
    """One deal of Krypkasino, at any moment from the first card to the last.

    Make one with `Deal.deal(seed)` or `Deal.from_setup(setup)`. A deal is a mutable value: it
    copies, compares (same rules, same position; how it came about and which copy of a card lies
    where do not matter) and pickles, and shares nothing with its copies. It is not hashable;
    `zobrist_hash` is there for tables.

    Seats are 0 to `num_players` - 1. Moves are integers, `card + 52 * index`, the index of the
    capture among all captures of that card in canonical order; or `Move` objects.
    """

    def __cinit__(self):
        memset(&self.state, 0, sizeof(Krypkasino))
        # A deal of no cards, already over: whatever is done to it is safe.
        self.state.num_players = 2
        self.state.ended = 1
        self.state.table.sums = 1
        self.state.last_player = self.state.last_capturer = kk.NOBODY
        self.entries = NULL
        self.room = self.end = self.plies = 0
        memset(self.lacks_before, 0, sizeof(self.lacks_before))
        self.rules = _DEFAULT_RULES

    def __dealloc__(self):
        free(self.entries)

    def __init__(self, *args, **kwargs):
        raise errors.InputTypeError("make a deal with Deal.deal(seed) or Deal.from_setup(setup)")

    @staticmethod
    def deal(seed, rules=None, *, number=0, dealer=None):
        """A fresh deal.

        seed: 0 to 2**64 - 1; the same seed gives the same deal on every platform.
        rules: a `Rules`; None is the default rule set.
        number: which deal of the game it is, 0 to rules.number_of_deals - 1.
        dealer: who deals; None is seat `number` modulo the players.

        Raises InputTypeError or CabbageError for arguments of the wrong type or range.
        """
        cdef DealRules c
        cdef Deal self
        cdef uint64_t c_seed = checked_seed(seed)
        rules = checked_rules(rules)
        cdef int c_number = _checks.below("the number of the deal", number, rules.number_of_deals)
        cdef int c_dealer
        fill_rules(&c, rules)
        c_dealer = c_number % c.num_players
        if dealer is not None:
            c_dealer = _checks.below("the dealer", dealer, c.num_players)
        self = Deal.__new__(Deal)
        self.rules = rules
        kk.deal(&self.state, &c, c_seed, c_number, c_dealer)
        self.state.zobrist = kk.hash_position(&self.state)
        return self

    @staticmethod
    def from_setup(setup, rules=None):
        """The deal that `setup` (a `Setup`) describes; nothing before it can be undone.

        Raises SetupError, which lists every fault of an impossible set-up.
        """
        cdef DealRules c
        cdef Deal self
        rules = checked_rules(rules)
        fill_rules(&c, rules)
        if type(setup) is not _Setup:
            raise errors.InputTypeError(f"a set-up is a krypkasino.Setup, not {_checks.quoted(setup)}")
        faults = _Setup.faults(setup, rules)
        if faults:
            raise errors.SetupError(faults)
        self = Deal.__new__(Deal)
        self.rules = rules
        fill_state(&self.state, &c, setup)
        return self

    # ------------------------------------------------------------ whose turn, and what may be done

    @property
    def num_players(self):
        """How many seats play, 2 to 6."""
        return self.state.num_players

    @property
    def current_player(self):
        """The seat to move; after the end, the seat that would be."""
        return self.state.current_player

    @property
    def is_terminal(self):
        """True when the last card is played."""
        return bool(self.state.ended)

    @cython.critical_section
    def legal_moves(self):
        """The numbers of the legal moves as a new list, in canonical order; empty at the end.

        Raises TooManyCapturesError where the cards of the hand have more than 65,536 captures together;
        `play` may still be possible, which looks at one card's.
        """
        return build_moves(self, False)

    @cython.critical_section
    def moves(self):
        """The legal moves as a new list of `Move`, in canonical order; empty at the end."""
        return build_moves(self, True)

    @cython.critical_section
    def random_legal(self, stream):
        """The number of a legal move, every one equally likely, drawn from a `RandomStream`.

        Raises GameOverError at the end of the deal, when nothing is drawn.
        """
        cdef Rng *rng = stream_of(stream)
        cdef Cards few[FEW_MOVES]
        cdef _Scratch scratch
        cdef int64_t number
        if self.state.ended:
            raise errors.GameOverError(f"the deal is over; position: {quote(self)}")
        number = random_number(&self.state, sweepers(&self.state), rng, few, FEW_MOVES)
        if number < 0:
            scratch = _Scratch()
            number = random_number(
                &self.state, sweepers(&self.state), rng, scratch.captures, kk.MAX_MOVES)
            if number < 0:
                raise too_many(self)
        return number

    @cython.critical_section
    def is_legal(self, move):
        """Whether a move, a number or a `Move`, may be played now."""
        cdef Move found
        return bool(checked_move(self, move, &found))

    # ------------------------------------------------------------ playing and taking back

    @cython.critical_section
    def play(self, move):
        """Play a move, a number or a `Move`, for the seat to move.

        Raises IllegalActionError, which quotes the move and the position, and leaves the deal as it
        was; ActionTypeError (one of them) if `move` is neither a number nor a `Move`.
        """
        cdef Move found
        if not checked_move(self, move, &found):
            refuse(self, move, why_illegal(self, move))
        advance(self, &found)

    @cython.critical_section
    def play_unchecked(self, move):
        """Play a move as `play` does, trusting that it is a legal one.

        There is no error for one that is not: it is ignored, and the deal stays as it was. Raises
        ActionTypeError if `move` is neither a number nor a `Move`.
        """
        cdef Move found
        if checked_move(self, move, &found):
            advance(self, &found)

    @cython.critical_section
    def undo(self):
        """Take back the last move and return its number. Raises UndoError when none is left."""
        cdef int number
        if not self.plies:
            refuse_undo(self)
        self.end -= kk.undo(&self.state, &self.entries[self.end - 1])
        self.plies -= 1
        number = self.entries[self.end].number
        return number

    @property
    @cython.critical_section
    def history(self):
        """The numbers of the moves played since the deal or the set-up, as a tuple."""
        return tuple([self.entries[i].number for i in range(self.end)
                      if self.entries[i].kind == kk.PLAYED])

    @cython.critical_section
    def copy(self):
        """An independent copy, its history included."""
        cdef Deal other = Deal.__new__(Deal)
        if self.end:
            make_room(other, self.end)
            memcpy(other.entries, self.entries, self.end * sizeof(Entry))
        other.state = self.state
        other.end = self.end
        other.plies = self.plies
        memcpy(other.lacks_before, self.lacks_before, sizeof(self.lacks_before))
        other.rules = self.rules
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def resample(self, seat, seed):
        """A copy in which the cards that `seat` does not see lie otherwise: a world it must reckon with.

        The cards of the other hands, the stock and what stays out of play are drawn anew, uniformly from
        all shuffles of the packs, two copies of a card being two cards, that the history allows: a seat
        whose move was no sweep held no other card that could have swept. All that `seat` sees, its own
        hand and the history included, stays; `undo` leads through positions consistent with it. The
        draw does not depend on where the hidden cards really lie. (For a deal made from a set-up, the
        history begins there.)

        seat: 0 to num_players - 1.
        seed: 0 to 2**64 - 1; the same seed gives the same world on every platform.

        Raises InputTypeError or CabbageError for arguments of the wrong type or range; ViewError where
        what has been shown leaves no world, which play cannot bring about, but a forged pickle can. With many
        players and hands far larger than those of the rules of play, drawing can take seconds.

        How it is drawn: `ARCHITECTURE.md`, "Worlds".
        """
        cdef uint64_t lacks[kk.MAX_PLAYERS]
        cdef DealRules c
        cdef Rng rng
        cdef Deal other
        cdef int c_seat = checked_seat(seat, self.state.num_players)
        cdef uint64_t c_seed = checked_seed(seed)
        cdef int failed
        fill_packs(&c, self.rules)
        other = self.copy()
        shown_lacks(other, lacks)
        rng_seed(&rng, c_seed, WORLD_STREAM)
        with nogil:
            failed = resample_deal(&other.state, c_seat, lacks, &c, &rng)
        if failed < 0:
            raise MemoryError("no room to count the worlds")
        if failed:
            raise errors.ViewError(f"{_krypkasino_view.why_no_world(self, c_seat)}; position: {quote(self)}")
        forget_order(&other.state)
        replay(other)
        return other

    def observe(self, seat):
        """What `seat` knows of the deal, and nothing else: a `View`.

        The view is a value of its own: it stays as it is when the deal is played on, and deals that differ
        in hidden cards alone give equal views.

        seat: 0 to num_players - 1. Raises InputTypeError or CabbageError for anything else, and ViewError
        where `resample` does.
        """
        return _View._of(self.resample(seat, 0), _checks.integer("a seat", seat))

    # ------------------------------------------------------------ results

    def returns(self):
        """Each seat's points, a list of ints; the fewest win. Raises NotFinishedError before the end."""
        if not self.state.ended:
            raise errors.NotFinishedError(
                f"a deal has returns when it is over; position: {quote(self)}")
        return self.tally()

    def tally(self):
        """Each seat's points so far, cards won and sweeps, a list of ints."""
        cdef int32_t points[kk.MAX_PLAYERS]
        kk.score(&self.state, points)
        return [points[i] for i in range(self.state.num_players)]

    # ------------------------------------------------------------ the table

    def hand(self, seat):
        """The cards `seat` holds, a tuple of `Card` sorted by number."""
        return cards_of(&self.state.hands[checked_seat(seat, self.state.num_players)])

    def hand_masks(self, seat):
        """The cards `seat` holds as two masks: at least one copy, and both."""
        cdef int i = checked_seat(seat, self.state.num_players)
        return self.state.hands[i].one, self.state.hands[i].two

    def pile(self, seat):
        """The cards `seat` has won, a tuple of `Card` sorted by number."""
        return cards_of(&self.state.piles[checked_seat(seat, self.state.num_players)])

    @property
    def table(self):
        """The cards on the table, a tuple of `Card` sorted by number."""
        return cards_of(&self.state.table.cards)

    @property
    def table_masks(self):
        """The cards on the table as two masks: at least one copy, and both."""
        return self.state.table.cards.one, self.state.table.cards.two

    @property
    def aside(self):
        """The court cards put aside, a tuple of `Card` sorted by number."""
        return cards_of(&self.state.aside)

    @property
    def stock(self):
        """The cards still to be dealt, in order, a tuple of `Card`."""
        cdef int left = self.state.stock_left
        return tuple([_CARDS[self.state.stock[kk.MAX_STOCK - left + i]] for i in range(left)])

    @property
    @cython.critical_section
    def lacks(self):
        """For each seat the cards that it has shown in this batch not to hold, since it would have had to sweep.

        A tuple of tuples of `Card`, sorted by number. What was played before a set-up is not known.
        """
        cdef uint64_t lacks[kk.MAX_PLAYERS]
        cdef Cards cards
        shown_lacks(self, lacks)
        cards.two = 0
        found = []
        for i in range(self.state.num_players):
            cards.one = lacks[i]
            found.append(cards_of(&cards))
        return tuple(found)

    @property
    def dealer(self):
        """The seat that dealt."""
        return self.state.dealer

    @property
    def last_player(self):
        """The seat that played the last card, or None."""
        return seat_or_none(self.state.last_player)

    @property
    def last_capturer(self):
        """The seat that captured last, or None."""
        return seat_or_none(self.state.last_capturer)

    @property
    def sweep_points(self):
        """Each seat's points for sweeps made and given, a tuple of ints."""
        return tuple([self.state.sweep_points[i] for i in range(self.state.num_players)])

    @property
    def batch_number(self):
        """Which batch is being played, from 0."""
        cdef int per_batch = self.state.num_players * self.state.later_hand
        return self.rules.batches - 1 - (self.state.stock_left // per_batch if per_batch else 0)

    @property
    def zobrist_hash(self):
        """A 64-bit hash of the position, kept up to date by every play and undo.

        Equal positions under equal rules of play have equal hashes, in every process, whichever
        copies of the cards have moved.
        """
        return self.state.zobrist

    def recomputed_hash(self):
        """`zobrist_hash` worked out from the position alone; for checking."""
        return kk.hash_position(&self.state)

    def setup(self):
        """The position as a `Setup`, from which `Deal.from_setup` makes an equal deal."""
        cdef Deal own = self.copy()     # which no other thread plays on
        players = range(own.state.num_players)
        return _Setup(
            hands=tuple([own.hand(i) for i in players]),
            table=own.table,
            stock=own.stock,
            dealer=own.dealer,
            current_player=own.current_player,
            piles=tuple([own.pile(i) for i in players]),
            aside=own.aside,
            sweep_points=own.sweep_points,
            last_player=own.last_player,
            last_capturer=own.last_capturer,
        )

    # ------------------------------------------------------------ as a value

    def __eq__(self, other):
        cdef const Krypkasino *a = &self.state
        cdef const Krypkasino *b
        cdef size_t head = <char *>&self.state.stock - <char *>&self.state
        cdef int start
        cdef bint same
        if not isinstance(other, Deal):
            return NotImplemented
        b = &(<Deal>other).state
        with cython.critical_section(self, other):
            start = kk.MAX_STOCK - a.stock_left
            same = memcmp(a, b, head) == 0 and memcmp(&a.stock[start], &b.stock[start], a.stock_left) == 0
        return same and (self.rules is (<Deal>other).rules or self.rules == (<Deal>other).rules)

    __hash__ = None

    def __reduce__(self):
        cdef Deal first = self.copy()
        while first.plies:
            first.undo()
        return _restore, (first.setup(), self.rules, self.history, tuple(self.lacks_before))

    def __repr__(self):
        return f"notation.parse_position({quote(self)!r})"

    def __str__(self):
        from cabbage._drawing import draw_deal
        return draw_deal(self)


def _set_up(setup, rules, lacks):
    """The `Deal` of a set-up before which the seats had shown what they lack, as `shown_lacks` has it.

    Hands may hold what their seat has shown to lack: for views, whose hidden hands are drawn next.
    """
    cdef Deal state = Deal.from_setup(setup, rules)
    cdef int i = 0
    if type(lacks) is not tuple or len(lacks) != kk.MAX_PLAYERS:
        raise errors.CabbageError(f"what the seats lack is six sets of cards, not {_checks.quoted(lacks)}")
    for cards in lacks:
        most = (1ULL << kk.NUM_CARDS) - 1 if i < state.state.num_players else 0
        state.lacks_before[i] = _checks.in_range("what a seat lacks", cards, 0, most)
        i += 1
    return state


def _restore(setup, rules, history, lacks_before=(0,) * kk.MAX_PLAYERS):
    """Unpickle a `Deal`. Raises ViewError where what the seats lack contradicts their cards."""
    restored = _set_up(setup, rules, lacks_before)
    faults = _krypkasino_view.lack_faults(setup, restored.rules, restored.lacks, range(restored.num_players))
    if faults:
        raise errors.ViewError("; ".join(faults))
    for number in history:
        restored.play(number)
    return restored
