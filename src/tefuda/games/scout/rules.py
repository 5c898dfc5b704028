"""SCOUT: the rules, in the order of the rulebook. Kernel Python; the numbers are those of rules.md.

They are one file, because a rulebook is read from beginning to end.
"""

from __future__ import annotations

from typing import Annotated

from tefuda.games.scout import state as g
from tefuda.games.scout.state import State, Work
from tefuda.kernel import CHANCE, OVER, Ints

Cards = Annotated[Ints, "i2"]

# ---- cards


def up(card: int) -> int:
    """R2: the value that counts now."""
    return card & 15


def turned(card: int) -> int:
    """R2: the card upside down."""
    return (card & (g.KNOWN | g.PLACED)) | ((card & 15) << 4) | ((card >> 4) & 15)


def face(card: int) -> int:
    """The card itself, whichever way up and whoever knows it: its lower number and 16 times the higher."""
    card = card & g.CARD
    return max(card, turned(card))


def deck(s: State, w: Work) -> int:
    """R1, R4, R27: writes both sides of each card in play to w.pool; gives the number of cards."""
    size = 0
    for a in range(1, 11):
        for b in range(a + 1, 11):
            if not (s.seats == 3 and b == 10) and not (a == 9 and (s.seats == 4 or s.seats == 2)):
                w.pool[2 * size] = a + 16 * b
                w.pool[2 * size + 1] = b + 16 * a
                size += 1
    return size


# ---- set-up


def begin(s: State, w: Work, seats: int) -> None:
    s.seats = seats
    s.start = -1
    begin_round(s, 1)


def begin_round(s: State, number: int) -> None:
    s.round = number
    s.phase = g.DEAL
    s.owner = -1
    s.scouts = 0
    s.turns = 0
    s.turn = 0
    s.table_size = 0  # R11
    for seat in range(s.seats):
        s.hand_size[seat] = 0
        s.chips[seat] = 0
        s.captured[seat] = 0
        s.chosen[seat] = 0
        s.marker[seat] = 0


def chance(s: State, w: Work) -> int:
    if s.phase == g.START:  # R5, A9
        w.size = s.seats
        w.sides = 1
        for seat in range(s.seats):
            w.pool[seat] = seat
        return 1
    w.sides = 2  # R7: which way up a card is dealt is chance too
    if s.edition == g.OINK and s.round == 2:  # R27, A12
        w.size = s.aside_size
        for i in range(s.aside_size):
            w.pool[2 * i] = s.aside[i]
            w.pool[2 * i + 1] = turned(s.aside[i])
        return s.aside_size
    w.size = deck(s, w)
    return g.ASIDE_MAX if s.edition == g.OINK else w.size


def deal(s: State, w: Work) -> None:
    if s.phase == g.START:
        begin_choice(s, w.drawn[0])
        return
    each = (g.ASIDE_MAX if s.edition == g.OINK else w.size) // s.seats
    for seat in range(s.seats):
        for i in range(each):
            s.hands[seat][i] = w.drawn[seat * each + i]
        s.hand_size[seat] = each
        s.marker[seat] = 0 if s.edition == g.OINK else 1  # R3, R6, R28, A11, A14
        s.chips[seat] = 3 if s.edition == g.OINK else 0
    s.aside_size = 0
    if s.edition == g.OINK and s.round == 1:
        set_aside(s, w)
    if s.round > 1:
        begin_choice(s, s.start)
    elif twelve_is_shown(s):
        begin_choice(s, show_holder(s))
    else:
        begin_choice(s, -1)


def twelve_is_shown(s: State) -> bool:
    """R34, A15: whoever is dealt the 1/2 begins, so everybody learns who has it, or that nobody has."""
    return s.edition == g.SHORT or s.start_player == g.HOLDER12


def set_aside(s: State, w: Work) -> None:
    """R27: what was not dealt."""
    for i in range(g.CARD):
        w.mark[i] = 0
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            w.mark[face(s.hands[seat][i])] = 1
    size = deck(s, w)
    for i in range(size):
        if not w.mark[w.pool[2 * i]]:
            s.aside[s.aside_size] = w.pool[2 * i]
            s.aside_size += 1


def show_holder(s: State) -> int:
    """R34, A15: the seat that was dealt the 1/2, which everybody then knows; -1 if nobody was."""
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            if face(s.hands[seat][i]) == g.TWELVE:
                s.hands[seat][i] |= g.KNOWN
                return seat
    return -1


def begin_choice(s: State, start: int) -> None:
    """Once the start player is known, everybody keeps or turns the hand."""
    s.start = start
    if start < 0:
        s.phase = g.START
    else:
        s.turn = start
        s.phase = g.CHOOSE


def choose(s: State, seat: int, flip: bool) -> None:
    """R8, R9, A7, A19: once; the order stays, every card is turned."""
    if flip:
        for i in range(s.hand_size[seat]):
            s.hands[seat][i] = turned(s.hands[seat][i])
    s.chosen[seat] = 1
    for other in range(s.seats):
        if not s.chosen[other]:
            return
    s.phase = g.TURN


# ---- who acts


def actor(s: State) -> int:
    if s.phase == g.TURN or s.phase == g.DOUBLE:
        return s.turn
    if s.phase == g.CHOOSE:
        seat = s.start
        while s.chosen[seat]:
            seat = next_seat(s, seat)
        return seat
    return OVER if s.phase == g.END else CHANCE


def next_seat(s: State, seat: int) -> int:
    """R10: clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


def legal(s: State, w: Work, seat: int) -> int:
    if s.phase == g.CHOOSE:
        if s.chosen[seat]:
            return 0
        w.out[0] = g.KEEP
        w.out[1] = g.FLIP
        return 2
    if seat != s.turn or (s.phase != g.TURN and s.phase != g.DOUBLE):
        return 0
    n = legal_plays(s, w, seat)
    if s.phase == g.DOUBLE or s.table_size == 0 or (s.edition == g.OINK and s.chips[seat] == 0):  # R19, R20, R29
        return n
    n = legal_scouts(s, w, seat, n)
    if s.marker[seat]:
        n = legal_doubles(s, w, seat, n)
    return n


def apply(s: State, w: Work, seat: int, action: int) -> None:
    if action < g.PLAY0:
        choose(s, seat, action == g.FLIP)
    elif action < g.SCOUT0:
        play(s, w, seat, (action - g.PLAY0) // g.SET_MAX, (action - g.PLAY0) % g.SET_MAX + 1)
    elif action < g.DOUBLE0:
        scout(s, seat, action - g.SCOUT0)
        after_scout(s, w, seat)
    else:
        s.marker[seat] = 0  # R20
        scout(s, seat, action - g.DOUBLE0)
        s.phase = g.DOUBLE


# ---- sets and their strength


def strength(count: int, step: int, low: int) -> int:
    """R14: more cards, then a group before a run, then the higher smallest number."""
    return count * 32 + (16 if step == 0 else 0) + low


def table_strength(s: State, first: int, stop: int) -> int:
    """R15, A10, A16: of the table cards from first up to stop; 0 for none."""
    if first == stop:
        return 0
    a = up(s.table[first])
    b = up(s.table[stop - 1])
    return strength(stop - first, 0 if stop - first > 1 and a == b else 1, min(a, b))


def measure(cards: Cards, w: Work, size: int) -> None:
    """R12: the values of the cards, and for each the longest set that begins with it."""
    next_value = -1  # of no card; far from every value
    next_step = g.NO_STEP
    more = 0  # cards of the set after this one
    for i in range(size - 1, -1, -1):
        value = up(cards[i])
        step = next_value - value
        more = (1 + (more & -(step == next_step))) & -(-1 <= step <= 1)  # a branch would often be mispredicted
        w.v[i] = value
        w.step[i] = step
        w.reach[i] = 1 + more
        next_value = value
        next_step = step


def measure_hand(s: State, w: Work, seat: int) -> int:
    """Gives the size of the hand."""
    size = s.hand_size[seat]
    measure(s.hands[seat], w, size)
    return size


def longest_from(w: Work, i: int) -> int:
    """The strength of the longest, and so strongest, set that begins with card i."""
    return strength(w.reach[i], w.step[i], w.v[i] - w.reach[i] + 1 if w.step[i] == -1 else w.v[i])


def can_play(s: State, w: Work, seat: int) -> bool:
    beat = table_strength(s, 0, s.table_size)
    for i in range(measure_hand(s, w, seat)):
        if longest_from(w, i) > beat:
            return True
    return False


# ---- A. Play


def legal_plays(s: State, w: Work, seat: int) -> int:
    """R12, R13. A set as large as the table set must be stronger; a larger one always is."""
    size = measure_hand(s, w, seat)
    table_size = s.table_size
    n = 0
    if table_size < 2:
        beat = up(s.table[0]) if table_size == 1 else 0
        for i in range(size):
            action = g.PLAY0 + i * g.SET_MAX
            w.out[n] = action  # written, and then counted if it is legal: a branch would often be mispredicted
            n += w.v[i] > beat
            n = legal_longer(w, n, action, w.reach[i] - 1)
        return n
    beat = table_strength(s, 0, table_size)
    for i in range(size):
        if w.reach[i] >= table_size:
            action = g.PLAY0 + i * g.SET_MAX + table_size - 1
            w.out[n] = action
            n += strength(table_size, w.step[i], w.v[i] - (table_size - 1 if w.step[i] == -1 else 0)) > beat
            n = legal_longer(w, n, action, w.reach[i] - table_size)
    return n


def legal_longer(w: Work, n: int, action: int, more: int) -> int:
    """The same set with one card more, with two, and so on."""
    w.out[n] = action + 1
    n += more >= 1
    w.out[n] = action + 2
    n += more >= 2
    for k in range(3, more + 1):
        w.out[n] = action + k
        n += 1
    return n


def play(s: State, w: Work, seat: int, first: int, count: int) -> None:
    """R16, R37."""
    size = s.hand_size[seat]
    old = s.table_size
    for i in range(count):
        s.table[i] = s.hands[seat][first + i] & g.CARD
    for i in range(first + count, size):
        s.hands[seat][i - count] = s.hands[seat][i]
    s.hand_size[seat] = size - count
    if s.edition != g.SHORT:  # R34: there the old table set goes to a common pile
        s.captured[seat] += old
    s.table_size = count
    s.owner = seat
    s.scouts = 0  # A1, A4: also within a Double Action
    s.phase = g.TURN
    s.turns += 1
    if s.hand_size[seat] == 0:
        end_round(s, w, seat, g.HAND)  # R22, R30
    else:
        end_turn(s, w, seat)


# ---- B. Scout


def legal_scouts(s: State, w: Work, seat: int, n: int) -> int:
    """R17."""
    n = every_place(w, n, g.SCOUT0, s.hand_size[seat] + 1)
    if s.table_size > 1:  # a single card has one end
        n = every_place(w, n, g.SCOUT0 + 2 * g.SCOUTS_MAX, s.hand_size[seat] + 1)
    return n


def every_place(w: Work, n: int, action: int, places: int) -> int:
    """The actions that put the card of one end at any place, either way up."""
    for place in range(places):
        w.out[n + place] = action + place
        w.out[n + places + place] = action + g.SCOUTS_MAX + place
    return n + 2 * places


def scout(s: State, seat: int, how: int) -> None:
    """R17, R18."""
    place = how % g.SCOUTS_MAX
    way = how // g.SCOUTS_MAX
    s.table_size -= 1
    if way >= 2:
        card = s.table[s.table_size]
    else:
        card = s.table[0]
        for i in range(s.table_size):
            s.table[i] = s.table[i + 1]
    if way & 1:
        card = turned(card)
    for i in range(s.hand_size[seat], place, -1):
        s.hands[seat][i] = s.hands[seat][i - 1]
    s.hands[seat][place] = card | (g.KNOWN | g.PLACED if s.insert_visible else g.KNOWN)  # A8
    s.hand_size[seat] += 1
    if s.edition == g.OINK:
        s.chips[seat] -= 1  # R29
    elif s.edition != g.SHORT:  # R34
        s.chips[s.owner] += 1  # R3, A13: there is no limit


def after_scout(s: State, w: Work, seat: int) -> None:
    """R23, R33, R37; in oink the same seat goes on (R29, R40)."""
    if s.edition == g.OINK:
        end_if_stuck(s, w, seat)
        return
    s.scouts += 1
    s.turns += 1
    if s.scouts == s.seats - 1:
        end_round(s, w, s.owner, g.SCOUTS)
    else:
        end_turn(s, w, seat)


# ---- C. Double Action


def legal_doubles(s: State, w: Work, seat: int, n: int) -> int:
    """R20, R21, A2: the scouts after which the seat can beat what is left of the table set."""
    size = s.hand_size[seat]
    if s.table_size == 1:  # nothing is left
        return every_place(w, n, g.DOUBLE0, size + 1)
    measure_back(w, size)
    for right in range(2):
        card = s.table[s.table_size - 1] if right else s.table[0]
        beat = table_strength(s, 1 - right, s.table_size - right)
        action = g.DOUBLE0 + 2 * right * g.SCOUTS_MAX
        # Towards the right there are ever fewer sets behind a place and ever more before it. Where one of these is
        # strong enough every place will do; only in between does it matter what the card makes of its neighbours.
        first = 0
        while w.after[first] > beat:
            first += 1
        last = size
        while w.before[last] > beat:
            last -= 1
        if first > last:
            n = every_place(w, n, action, size + 1)
        else:
            n = most_places(w, n, action, size, first, last, up(card), beat)
            n = most_places(w, n, action + g.SCOUTS_MAX, size, first, last, up(turned(card)), beat)
    return n


def most_places(w: Work, n: int, action: int, size: int, first: int, last: int, x: int, beat: int) -> int:
    """The same for one way up, but from `first` to `last` only where the card x makes a set that is strong enough."""
    for place in range(size + 1):
        w.out[n] = action + place
        n += place < first or place > last or longest_through(w, size, place, x) > beat
    return n


def measure_back(w: Work, size: int) -> None:
    """For each place of a measured hand, the longest set that ends before it and the strongest sets on both sides."""
    w.before[0] = 0
    more = 0
    last_step = g.NO_STEP
    step = g.NO_STEP
    for i in range(size):
        more = (1 + (more & -(step == last_step))) & -(-1 <= step <= 1)
        w.back[i] = 1 + more
        w.back_step[i] = step
        w.before[i + 1] = max(w.before[i], strength(1 + more, step, w.v[i] - (more & -(step == 1))))
        last_step = step
        step = w.step[i]
    w.after[size] = 0
    for i in range(size - 1, -1, -1):
        w.after[i] = max(w.after[i + 1], longest_from(w, i))


def longest_through(w: Work, size: int, place: int, x: int) -> int:
    """The strength of the strongest set that uses a card x inserted at this place (A3)."""
    left = 0
    left_step = g.NO_STEP
    right = 0
    right_step = g.NO_STEP
    if place > 0 and -1 <= x - w.v[place - 1] <= 1:
        left_step = x - w.v[place - 1]
        left = w.back[place - 1] if w.back_step[place - 1] == left_step else 1
    if place < size and -1 <= w.v[place] - x <= 1:
        right_step = w.v[place] - x
        right = w.reach[place] if w.step[place] == right_step else 1
    if left_step == right_step:
        low = x - left if left_step == 1 else x - right if left_step == -1 else x
        return strength(left + 1 + right, left_step, low)
    best = strength(left + 1, left_step, x - left if left_step == 1 else x)
    return max(best, strength(right + 1, right_step, x - right if right_step == -1 else x))


# ---- the end of a turn, a round and the match


def end_turn(s: State, w: Work, seat: int) -> None:
    """R36, R37."""
    if s.edition == g.OINK:
        s.turn = next_seat(s, seat)
        end_if_stuck(s, w, s.turn)
    elif turns_left(s) == 0:
        end_round(s, w, -1, g.CAP)
    else:
        s.turn = next_seat(s, seat)


def turns_left(s: State) -> int:
    """R36: of this round; the two-player variant needs no cap."""
    return s.turn_cap - s.turns


def end_if_stuck(s: State, w: Work, seat: int) -> None:
    """R30: whoever is to act and can neither show nor scout ends the round for the owner of the table set."""
    if s.chips[seat] == 0 and not can_play(s, w, seat):
        end_round(s, w, s.owner, g.SCOUTS)


def end_round(s: State, w: Work, ender: int, ending: int) -> None:
    """R24, R31, R32, R34, R36. The ender met the end condition; -1 if nobody did."""
    s.ending = ending
    s.capped += ending == g.CAP
    if s.edition == g.SHORT:
        if ender >= 0:
            s.total[ender] = 1
    else:
        for seat in range(s.seats):
            s.total[seat] += s.captured[seat] + s.chips[seat]
            if seat != ender:
                s.total[seat] -= s.hand_size[seat]
            elif s.edition == g.DRAFT:  # R32, A5
                s.total[seat] += s.table_size
    if s.edition == g.SHORT or s.round == s.seats:  # R26, R27, R35: as many rounds as seats
        s.phase = g.END
        return
    if s.edition == g.OINK:
        put_out(s, w)
    s.start = next_seat(s, s.start)  # R25, A18
    begin_round(s, s.round + 1)


def put_out(s: State, w: Work) -> None:
    """R27: the cards of round 1 leave the game; each seat remembers those it saw."""
    size = deck(s, w)
    for i in range(g.CARD):
        w.mark[i] = 0
    for i in range(s.aside_size):
        w.mark[face(s.aside[i])] = -1
    for seat in range(s.seats):
        for i in range(s.hand_size[seat]):
            if not s.hands[seat][i] & g.KNOWN:
                w.mark[face(s.hands[seat][i])] = 1 + seat
    for i in range(size):
        card = w.pool[2 * i]
        if w.mark[card] >= 0:
            s.out[s.out_size] = card | (g.SEEN << (w.mark[card] - 1) if w.mark[card] else g.KNOWN)
            s.out_size += 1


def score(s: State, seat: int) -> int:
    return s.total[seat]


def rounds(s: State) -> int:
    return s.round if s.phase == g.END else s.round - 1
