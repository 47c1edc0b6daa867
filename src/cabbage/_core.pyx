"""The extension people touch: Las Vegan's `Round`.

Input is validated here, once; behind it the kernel's verbs trust what they are given.
"""

cimport cython
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.ref cimport Py_INCREF
from cpython.list cimport PyList_New, PyList_SET_ITEM
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from cabbage cimport _las_vegan as lv
from cabbage._bits cimport cpu_has_fast_bmi2, lowest_bit, popcount, select_bit
from cabbage._las_vegan cimport LasVegan, RoundRules, suit_of
from cabbage._las_vegan_worlds cimport resample
from cabbage._rng cimport WORLD_STREAM, Rng, rng_below, rng_seed
from cabbage._streams cimport stream_of

from collections.abc import Iterable

from cabbage import _checks, _las_vegan_rules, _las_vegan_setup, _las_vegan_view, errors
from cabbage.cards import Card, CardSet, CasinoCard, Suit

_DEFAULT_RULES = _las_vegan_rules.Rules()
_Rules = _las_vegan_rules.Rules
_Setup = _las_vegan_setup.Setup
_View = _las_vegan_view.View
_quoted = _checks.quoted
_GOLDEN_SIDES = (None, "min", "max")

# Actions as Python integers, made once: a list of legal moves only counts references.
cdef tuple _ACTIONS = tuple(range(lv.NUM_ACTIONS))


def has_fast_bmi2():
    """Whether this processor runs the BMI2 build of the native loops, and runs it well."""
    return bool(cpu_has_fast_bmi2())


def trick_winner(cards):
    """The place, from 0, of the card that wins a trick so far.

    cards: one to six cards in order of play. Raises CardError or InputTypeError for anything else.

    >>> trick_winner(["R5", "R9", "B0"])
    2
    """
    cdef uint8_t trick[lv.MAX_PLAYERS]
    cdef int place
    if not isinstance(cards, Iterable):
        raise errors.InputTypeError(f"a trick is made of cards, not {_quoted(cards)}")
    played = [Card(card) for card in _checks.some_of(cards)]
    if not 1 <= len(played) <= lv.MAX_PLAYERS:
        raise errors.CardError(f"a trick is 1 to {lv.MAX_PLAYERS} cards, not {len(played)}")
    for place in range(len(played)):
        trick[place] = played[place]
    return lv.trick_winner(trick, len(played))


@cython.final
cdef class Yardstick:
    """A class whose one method does nothing: what a call into this extension costs at least."""

    def nothing(self):
        """Do nothing."""


cdef object checked_rules(object rules):
    if rules is None:
        return _DEFAULT_RULES
    # Exactly: a subclass could answer otherwise than its checks were told.
    if type(rules) is not _Rules:
        raise errors.InputTypeError(f"rules are a las_vegan.Rules, not {_quoted(rules)}")
    return rules


cdef uint8_t flags_of(object rules):
    return ((lv.OPTIONAL_TOKENS if rules.optional_tokens else 0)
            | (lv.TIE_PAYS_NOBODY if rules.golden_tie == "none" else 0))


cdef int fill_rules(RoundRules *c, object rules) except -1:
    """What dealing needs to know of a `Rules` object.

    Bounds are checked once more: Python lets a determined caller alter a frozen object.
    """
    cdef int i
    if type(rules) is not _Rules:
        raise errors.InputTypeError(f"rules are a las_vegan.Rules, not {_quoted(rules)}")
    memset(c, 0, sizeof(RoundRules))
    c.deck = rules.deck.mask
    c.num_players = rules.players
    c.hand_size = rules.cards_each
    c.num_tokens = min(len(rules.token_faces), 255)
    c.flags = flags_of(rules)
    c.casino_deck_size = min(len(rules.casino_deck), 255)
    if not (2 <= c.num_players <= lv.MAX_PLAYERS and 1 <= c.num_tokens <= lv.MAX_TOKENS
            and c.deck <= lv.ALL_CARDS and c.hand_size * c.num_players <= popcount(c.deck)
            and lv.CASINO_CARDS * rules.rounds <= c.casino_deck_size <= lv.MAX_CASINO_DECK):
        refuse_tampering("a rule set")
    for i in range(c.casino_deck_size):
        c.casino_deck[i] = _checks.below("a casino card", rules.casino_deck[i], lv.SUIT_CARD + 4)
    for i in range(2):
        c.golden_faces[i] = rules.golden_faces[i]
    for i in range(c.num_tokens):
        c.token_faces[i][0], c.token_faces[i][1] = rules.token_faces[i]
    return 0


cdef uint64_t deck_of(object rules) except? 0:
    """The pack as a mask: all that drawing a world needs of the rules."""
    cdef uint64_t deck = rules.deck._mask   # the property would be a call
    if deck > lv.ALL_CARDS:
        refuse_tampering("a rule set")
    return deck


cdef int checked_seat(object seat, int players) except -1:
    """A seat as a caller gives it. Plain ints, which most are, need no call into Python."""
    cdef int overflow = 0
    cdef long number
    if PyLong_CheckExact(seat):
        number = PyLong_AsLongAndOverflow(seat, &overflow)
        if 0 <= number < players:
            return <int>number
    return _checks.below("a seat", seat, players)


cdef uint64_t checked_seed(object seed) except? 0:
    """A seed as a caller gives it."""
    if PyLong_CheckExact(seed):
        try:
            return <uint64_t>seed
        except OverflowError:
            pass
    return _checks.seed(seed)


cdef int refuse_tampering(str what) except -1:
    raise errors.CabbageError(f"{what} was altered after it was checked")


cdef bint fits(const LasVegan *s) noexcept:
    """Whether the numbers of a position are such that the kernel stays inside its arrays."""
    cdef int i
    for i in range(s.num_players):
        if s.hands[i] > lv.ALL_CARDS or s.piles[i] > lv.ALL_CARDS:
            return False
    for i in range(lv.CASINO_CARDS):
        if s.casino[i] >= lv.SUIT_CARD + 4 or s.placed[i] > lv.NO_TOKEN:
            return False
    return s.leader < s.num_players and s.trick_len < s.num_players and s.to_place <= 4


cdef str quote(Round self):
    """The position in one line, for error messages."""
    from cabbage.notation import format_position
    return format_position(self, one_line=True)


cdef str why_illegal(Round self, object action):
    from cabbage.las_vegan import action_name
    if not 0 <= action < lv.NUM_ACTIONS:
        return (f"an action is 0 to {lv.NUM_ACTIONS - 1}, not {_checks.shown(action)}; "
                f"position: {quote(self)}")
    what = f"action {action} ({action_name(action)}) is not legal"
    if lv.is_terminal(&self.state):
        return f"{what}: the round is over; position: {quote(self)}"
    legal = " ".join([action_name(a) for a in self.legal_moves()])
    return (f"{what} for seat {self.current_player}, who may play {legal}; "
            f"position: {quote(self)}")


cdef object plain_action(Round self, object action):
    """`action` as a plain int of any size; raises if it is no integer."""
    try:
        return _checks.integer("an action", action, errors.ActionTypeError)
    except errors.ActionTypeError as error:
        raise errors.ActionTypeError(f"{error}; position: {quote(self)}") from None


cdef inline bint is_legal_number(Round self, long number) noexcept:
    """Whether a number, which an overflowing conversion makes -1, is that of a legal action."""
    return 0 <= number < lv.NUM_ACTIONS and (lv.legal_mask(&self.state) >> number) & 1


cdef int checked_action(Round self, object action) except -1:
    """The legal action that a Python object names; raises without touching the state."""
    cdef int overflow = 0
    cdef long number
    if not PyLong_CheckExact(action):
        action = plain_action(self, action)
    number = PyLong_AsLongAndOverflow(action, &overflow)
    if is_legal_number(self, number):
        return <int>number
    raise errors.IllegalActionError(why_illegal(self, action))


cdef int refuse_undo(Round self) except -1:
    raise errors.UndoError(f"nothing to undo; position: {quote(self)}")


cdef inline void advance(Round self, int action) noexcept:
    """Play an action that the kernel can take, and record it."""
    self.entries[self.end] = lv.record(&self.state, action)
    self.end += 1
    lv.play(&self.state, action, True)


cdef uint32_t shown_voids(Round self) noexcept:
    """The voids that the cards of the history, and of the trick it was set up with, have shown.

    Bit `4 * seat + suit`, as `_las_vegan_worlds` has them.
    """
    cdef uint32_t voids = self.voids_before
    cdef int i, card, place = 0, led = 0, seat
    for i in range(self.end):
        card = lv.recorded_action(self.entries[i])
        if card >= lv.NUM_CARDS:
            continue
        if place == 0:
            led = suit_of(card)
        seat = (((self.entries[i] >> 6) & 7) + place) % self.state.num_players
        voids |= <uint32_t>(suit_of(card) != led) << (4 * seat + led)
        place = place + 1 if place + 1 < self.state.num_players else 0
    return voids


cdef int resample_round(LasVegan *s, int seat, uint32_t voids, uint64_t deck, Rng *rng) noexcept nogil:
    """Draw the hands that `seat` does not see anew."""
    return resample(s, seat, voids, deck, rng)


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class Round:
    """One round of Las Vegan, at any moment from the deal to its last decision.

    Make one with `Round.deal(seed)` or `Round.from_setup(setup)`. A round is a mutable value: it
    copies, compares (same rules, same position; how it came about does not matter) and pickles,
    and shares nothing with its copies. It is not hashable; `zobrist_hash` is there for tables.

    Seats are 0 to `num_players` - 1. Actions are the integers that `cabbage.las_vegan` lists.
    """

    def __cinit__(self):
        memset(&self.state, 0, sizeof(LasVegan))
        # A round of no cards, already over: whatever is done to it is safe.
        self.state.num_players = 4
        memset(self.state.placed, lv.NO_TOKEN, lv.CASINO_CARDS)
        self.begin = self.end = 0
        self.voids_before = 0
        self.rules = _DEFAULT_RULES

    def __init__(self, *args, **kwargs):
        raise errors.InputTypeError("make a round with Round.deal(seed) or Round.from_setup(setup)")

    @staticmethod
    def deal(seed, rules=None, *, number=0, leader=None):
        """A freshly dealt round.

        seed: 0 to 2**64 - 1; the same seed gives the same deal on every platform.
        rules: a `Rules`; None is the default rule set.
        number: which round of the game it is, 0 to rules.rounds - 1. Round i of one seed is
            round i of `Game(seed)`: its casino cards are the i-th three of the shuffled deck.
        leader: who leads; None is seat `number` modulo the players.

        Raises InputTypeError or CabbageError for arguments of the wrong type or range.
        """
        cdef RoundRules c
        cdef Round self
        cdef uint64_t c_seed = checked_seed(seed)
        rules = checked_rules(rules)
        cdef int c_number = _checks.below("the number of the round", number, rules.rounds)
        cdef int c_leader = c_number % <int>rules.players
        if leader is not None:
            c_leader = _checks.below("the leader", leader, rules.players)
        fill_rules(&c, rules)
        self = Round.__new__(Round)
        self.rules = rules
        lv.deal(&self.state, &c, c_seed, c_number, c_leader)
        self.state.zobrist = lv.hash_position(&self.state)
        return self

    @staticmethod
    def from_setup(setup, rules=None):
        """The round that `setup` (a `Setup`) describes; nothing before it can be undone.

        Raises SetupError, which lists every fault of an impossible set-up.
        """
        cdef RoundRules c
        cdef Round self
        cdef LasVegan *s
        cdef int i
        rules = checked_rules(rules)
        if type(setup) is not _Setup:
            raise errors.InputTypeError(f"a set-up is a las_vegan.Setup, not {_quoted(setup)}")
        faults = setup.faults(rules)
        if faults:
            raise errors.SetupError(faults)
        self = Round.__new__(Round)
        self.rules = rules
        s = &self.state
        fill_rules(&c, rules)
        s.num_players = c.num_players
        s.num_tokens = c.num_tokens
        s.flags = flags_of(rules)
        s.leader = setup.leader
        s.to_place = setup.to_place
        s.golden_value = setup.golden_value
        s.golden_side = _GOLDEN_SIDES.index(setup.golden_side)
        for i in range(s.num_players):
            s.hands[i] = setup.hands[i].mask
            s.piles[i] = setup.won(i).mask
        for i in range(lv.CASINO_CARDS):
            s.casino[i] = setup.casino[i]
            s.placed[i] = lv.NO_TOKEN if setup.placed[i] is None else setup.placed[i]
        for i in range(s.num_tokens):
            s.token_values[i] = setup.token_values[i]
        s.trick_len = min(len(setup.trick), 255)
        if not fits(s):
            refuse_tampering("a set-up")
        for i in range(s.trick_len):
            s.trick[i] = setup.trick[i]
            if s.trick[i] >= lv.NUM_CARDS:
                refuse_tampering("a set-up")
            self.entries[i] = s.trick[i] | (s.leader << 6)
        self.begin = self.end = s.trick_len
        s.zobrist = lv.hash_position(s)
        return self

    # ------------------------------------------------------------ whose turn, and what may be done

    @property
    def num_players(self):
        """How many seats play, 2 to 6."""
        return self.state.num_players

    @property
    def current_player(self):
        """The seat to move: the next to play a card, or the winner deciding on a token.

        After the end it is the winner of the last trick.
        """
        return lv.current_player(&self.state)

    @property
    def is_terminal(self):
        """True when the last card is played and the last token decided."""
        return bool(lv.is_terminal(&self.state))

    def legal_mask(self):
        """The legal actions as an int whose bit a is action a; 0 exactly when the round is over."""
        return lv.legal_mask(&self.state)

    def legal_moves(self):
        """The legal actions as a new list of ints, ascending; empty when the round is over."""
        cdef uint64_t mask = lv.legal_mask(&self.state)
        cdef list moves = PyList_New(popcount(mask))
        cdef Py_ssize_t i = 0
        cdef object action
        while mask:
            action = _ACTIONS[lowest_bit(mask)]
            Py_INCREF(action)
            PyList_SET_ITEM(moves, i, action)
            mask &= mask - 1
            i += 1
        return moves

    def random_legal(self, stream):
        """A legal action, every one equally likely, drawn from a `RandomStream`.

        Raises GameOverError when the round is over, when nothing is drawn.
        """
        cdef Rng *rng = stream_of(stream)
        cdef uint64_t mask = lv.legal_mask(&self.state)
        if not mask:
            raise errors.GameOverError(f"the round is over; position: {quote(self)}")
        return _ACTIONS[select_bit(mask, <int>rng_below(rng, <uint32_t>popcount(mask)))]

    def is_legal(self, action):
        """Whether `action` may be played now. Raises ActionTypeError if it is no integer."""
        cdef int overflow = 0
        if not PyLong_CheckExact(action):
            action = plain_action(self, action)
        return is_legal_number(self, PyLong_AsLongAndOverflow(action, &overflow))

    # ------------------------------------------------------------ playing and taking back

    @cython.critical_section
    def play(self, action):
        """Play `action` for the seat to move.

        Raises IllegalActionError, which quotes the action and the position, and leaves the round
        as it was; ActionTypeError (one of them) if `action` is no integer.
        """
        advance(self, checked_action(self, action))

    @cython.critical_section
    def play_unchecked(self, action):
        """Play `action` as `play` does, trusting that it is a legal one.

        There is no error for one that is not: it is ignored, and the round stays as it was. Raises
        ActionTypeError if `action` is no integer.
        """
        cdef int overflow = 0
        cdef long number
        if not PyLong_CheckExact(action):
            action = plain_action(self, action)
        number = PyLong_AsLongAndOverflow(action, &overflow)
        if is_legal_number(self, number):
            advance(self, <int>number)

    @cython.critical_section
    def undo(self):
        """Take back the last action and return it. Raises UndoError when none is left."""
        cdef uint16_t *last
        if self.end == self.begin:
            refuse_undo(self)
        self.end -= 1
        last = &self.entries[self.end]
        lv.undo(&self.state, last, True)
        return lv.recorded_action(last[0])

    @property
    def history(self):
        """The actions played since the deal or the set-up, as a tuple."""
        return tuple([lv.recorded_action(self.entries[i]) for i in range(self.begin, self.end)])

    @cython.critical_section
    def copy(self):
        """An independent copy, its history included."""
        cdef Round other = Round.__new__(Round)
        other.state = self.state
        other.begin = self.begin
        other.end = self.end
        other.voids_before = self.voids_before
        other.rules = self.rules
        memcpy(other.entries, self.entries, self.end * sizeof(uint16_t))
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def resample(self, seat, seed):
        """A copy in which the cards that `seat` does not see lie otherwise: a world it must reckon with.

        The cards of the other hands and those left over are drawn anew, uniformly from all ways they can
        lie in view of the history: a seat that has not followed suit holds no card of that suit. All that
        `seat` sees, its own hand and the history included, stays; `undo` leads through positions
        consistent with it. The draw does not depend on where the hidden cards really lie. (For a round
        made from a set-up, the history begins there, with the open trick.)

        seat: 0 to num_players - 1.
        seed: 0 to 2**64 - 1; the same seed gives the same world on every platform.

        Raises InputTypeError or CabbageError for arguments of the wrong type or range; ViewError where
        what has been shown leaves no world, which play cannot bring about, but a forged pickle can.

        How it is drawn: `ARCHITECTURE.md`, "Worlds".
        """
        cdef Rng rng
        cdef Round other
        cdef int c_seat = checked_seat(seat, self.state.num_players)
        cdef uint64_t c_seed = checked_seed(seed)
        cdef uint64_t deck = deck_of(self.rules)
        other = self.copy()
        rng_seed(&rng, c_seed, WORLD_STREAM)
        if resample_round(&other.state, c_seat, shown_voids(other), deck, &rng):
            raise errors.ViewError(f"{_las_vegan_view.why_no_world(self, c_seat)}; position: {quote(self)}")
        other.state.zobrist = lv.hash_position(&other.state)
        return other

    def observe(self, seat):
        """What `seat` knows of the round, and nothing else: a `View`.

        The view is a value of its own: it stays as it is when the round is played on, and rounds that differ
        in hidden cards alone give equal views.

        seat: 0 to num_players - 1. Raises InputTypeError or CabbageError for anything else, and ViewError
        where `resample` does.
        """
        return _View._of(self.resample(seat, 0), _checks.integer("a seat", seat))

    # ------------------------------------------------------------ results

    def returns(self):
        """Each seat's change in cabbages, a list of ints. Raises NotFinishedError before the end."""
        if not lv.is_terminal(&self.state):
            raise errors.NotFinishedError(
                f"a round has returns when it is over; position: {quote(self)}")
        return self.tally()

    def tally(self):
        """Each seat's change in cabbages if the round ended now, a list of ints."""
        cdef int32_t points[lv.MAX_PLAYERS]
        lv.score(&self.state, points)
        return [points[i] for i in range(self.state.num_players)]

    # ------------------------------------------------------------ the table

    @property
    def leader(self):
        """The seat that leads, or led, the open trick; the winner while tokens are decided."""
        return self.state.leader

    @property
    def led_suit(self):
        """The suit that must be followed, or None where the next card leads."""
        return Card(self.state.trick[0]).suit if self.state.trick_len else None

    @property
    def trick(self):
        """The cards of the open trick in order of play, a tuple of `Card`."""
        return tuple([Card(self.state.trick[i]) for i in range(self.state.trick_len)])

    def hand_mask(self, seat):
        """The cards `seat` holds, as a mask of card numbers."""
        return self.state.hands[checked_seat(seat, self.state.num_players)]

    def hand(self, seat):
        """The cards `seat` holds, as a `CardSet`."""
        return CardSet.from_mask(self.hand_mask(seat))

    def pile_mask(self, seat):
        """The cards in the tricks `seat` has won, as a mask of card numbers."""
        return self.state.piles[checked_seat(seat, self.state.num_players)]

    def pile(self, seat):
        """The cards in the tricks `seat` has won, as a `CardSet`."""
        return CardSet.from_mask(self.pile_mask(seat))

    @property
    def voids(self):
        """For each seat the suits of which it has shown to have none, by not following one.

        A tuple of tuples of `Suit`, in the order of suits. What was played before a set-up is not known.
        """
        cdef uint32_t voids = shown_voids(self)
        return tuple([tuple([suit for suit in Suit if (voids >> (4 * i + <int>suit)) & 1])
                      for i in range(self.state.num_players)])

    @property
    def tricks_won(self):
        """How many tricks each seat has won, a tuple of ints."""
        return tuple([lv.tricks_won(&self.state, i) for i in range(self.state.num_players)])

    @property
    def casino(self):
        """The three ordinary casino cards of the round, a tuple of `CasinoCard`."""
        return tuple([CasinoCard(self.state.casino[i]) for i in range(lv.CASINO_CARDS)])

    @property
    def golden_value(self):
        """The value the golden token shows."""
        return self.state.golden_value

    @property
    def golden_side(self):
        """Where the golden token lies: "min", "max", or None if it is not placed."""
        return _GOLDEN_SIDES[self.state.golden_side]

    @property
    def token_values(self):
        """The value each ordinary token shows, a tuple of ints."""
        return tuple([self.state.token_values[i] for i in range(self.state.num_tokens)])

    @property
    def placed(self):
        """For each ordinary casino card the index of the token on it, or None; a tuple."""
        return tuple([None if self.state.placed[i] == lv.NO_TOKEN else self.state.placed[i]
                      for i in range(lv.CASINO_CARDS)])

    @property
    def to_place(self):
        """How many sevens of the last trick its winner has yet to place a token for, or pass."""
        return self.state.to_place

    @property
    def zobrist_hash(self):
        """A 64-bit hash of the position, kept up to date by every play and undo.

        Equal positions under equal rules of play have equal hashes, in every process.
        """
        return self.state.zobrist

    def recomputed_hash(self):
        """`zobrist_hash` worked out from the position alone; for checking."""
        return lv.hash_position(&self.state)

    def setup(self):
        """The position as a `Setup`, from which `Round.from_setup` makes an equal round."""
        players = range(self.state.num_players)
        return _Setup(
            hands=tuple([self.hand(i) for i in players]),
            casino=self.casino,
            golden_value=self.golden_value,
            token_values=self.token_values,
            leader=self.leader,
            piles=tuple([self.pile(i) for i in players]),
            trick=self.trick,
            to_place=self.to_place,
            golden_side=self.golden_side,
            placed=self.placed,
        )

    # ------------------------------------------------------------ as a value

    def __eq__(self, other):
        if not isinstance(other, Round):
            return NotImplemented
        return (memcmp(&self.state, &(<Round>other).state, sizeof(LasVegan)) == 0
                and (self.rules is (<Round>other).rules or self.rules == (<Round>other).rules))

    __hash__ = None

    def __reduce__(self):
        cdef Round first = self.copy()
        while first.end > first.begin:
            first.undo()
        return _restore, (first.setup(), self.rules, self.history, self.voids_before)

    def __repr__(self):
        return f"notation.parse_position({quote(self)!r})"

    def __str__(self):
        from cabbage._drawing import draw_round
        return draw_round(self)


def _set_up(setup, rules, voids):
    """The `Round` of a set-up before which voids had been shown, as `shown_voids` has them.

    Hands may hold what their seat has shown not to have: for views, whose hidden hands are drawn next.
    """
    cdef Round state = Round.from_setup(setup, rules)
    state.voids_before = _checks.in_range("voids", voids, 0, (1 << (4 * state.state.num_players)) - 1)
    return state


def _restore(setup, rules, history, voids_before=0):
    """Unpickle a `Round`. Raises ViewError where its voids contradict its cards."""
    restored = _set_up(setup, rules, voids_before)
    faults = _las_vegan_view.void_faults(setup, restored.rules, restored.voids, range(restored.num_players))
    if faults:
        raise errors.ViewError("; ".join(faults))
    for action in history:
        restored.play(action)
    return restored
