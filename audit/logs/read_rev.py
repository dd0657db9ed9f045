"""The `.rev` form: sessions and deals from the lines of one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import msgspec

from audit.cards import Pack
from audit.logs import fields, keys
from audit.logs.fields import CardTable, Names, Seating, normal, parse_integer
from audit.logs.keys import FoundKey
from audit.logs.layout import place_deal_comments
from audit.logs.limits import CACHE_ENTRIES
from audit.logs.line_report import LineReport
from audit.logs.once import Once
from audit.logs.problems import Problems
from audit.logs.quoting import Line, UnclosedQuoteError, split_line, unquote
from audit.logs.rev_block import Block
from audit.logs.rev_deal import DealText, Entry, entries_for, resolve
from audit.logs.rev_header import HeaderText
from audit.logs.rev_late import LateLine, begins_session, read_late, refused_option
from audit.logs.rev_values import NOT_RECORDED, RevValues
from audit.logs.source import CutLine
from audit.model import LARGEST, Comment, Place, ProblemCode, Quarantined, Reading

PackOf = Callable[[str], Pack | None]


def read_rev(lines: Iterable[str], pack_of: PackOf, problems: Problems) -> Reading:
    """The deals of a file in the text form; every line that begins a deal gives one, or one quarantined."""
    return _RevReader(pack_of, problems).read(lines)


class _RevReader:
    """Reads one file: a header, its deals, the next header, …

    Comments wait for the field that they stand above (`_waiting`). So does, as a comment, every line of which
    nothing could be made, so that formatting a file loses nothing of it.
    """

    def __init__(self, pack_of: PackOf, problems: Problems) -> None:
        self._file = problems.file
        self._pack_of = pack_of
        self._report = LineReport(problems)
        self._values = RevValues(self._report)
        self._reading = Reading(deals=[], quarantined=[], problems=[])
        self._deal: DealText | None = None
        self._entries: dict[str, Entry] = {}
        """The keys met in this seating; empty while no deal is read."""
        self._seat_entries: dict[str, Entry] = {}
        self._tables: dict[Pack | None, CardTable] = {}
        self._known: dict[frozenset[str], tuple[Names, dict[str, Entry]]] = {}
        """What was met of those who sat down together."""
        self._waiting: list[str] = []
        self._held = 0
        """How many of those waiting belong to this deal or header, should it end before its next field."""
        self._block = Block(None, [])

    def read(self, lines: Iterable[str]) -> Reading:
        """All that the lines hold."""
        report, entries, deal, waiting = self._report, self._entries, self._deal, self._waiting
        for number, line in enumerate(lines, 1):
            key, colon, value = line.partition(":")
            entry = entries.get(key)
            if entry is None or deal is None or not colon or ";" in value or '"' in value:
                report.begin(number)
                self._read_line(line)
                report.spoiled = False
                entries, deal, waiting = self._entries, self._deal, self._waiting
                continue
            report.number = number
            entry.read(deal, entry, value, len(key) + 1, line)
            if report.spoiled or waiting:
                self._keep(deal.once, deal.anchor(entry), line, None)
                report.spoiled = False
                waiting = self._waiting
        self._end_block()
        self._keep_rest()
        return self._reading

    # Lines

    def _read_line(self, line: str) -> None:
        text = line.head if isinstance(line, CutLine) else line.strip()
        if not text:
            self._hold()
        elif text[0] == ";":
            self._values.comment(text[1:], line.find(";"))
            self._waiting.append(_comment(text[1:]))
        elif (behind := keys.starts_session(text)) is not None:
            self._begin_session(behind, text)
        elif (behind := keys.starts_deal(text)) is not None:
            self._begin_deal(*self._number_and_comment(behind, text), text)
        elif meant := keys.mistyped_deal(text):
            self._begin_deal("", self._number_and_comment(text, text)[1], line, meant=meant)
        elif isinstance(line, CutLine):
            self._refuse_if_option(text)
            self._lose(text)
        else:
            self._read_key_line(line)

    def _read_key_line(self, line: str) -> None:
        block = self._block
        in_lost_deal = block.in_deals and self._deal is None
        # Where only the players are not known, the other faults of the lines may be mended in the same go.
        silent = in_lost_deal and not (block.header_text and block.header_text.lacks_only_players)
        try:
            parts = split_line(line, keys.NOTE_WORDS)
        except UnclosedQuoteError as error:
            if not silent:
                self._report("bad-line.unclosed-quote", error.at, line[error.at :])
            self._refuse_if_option(line)
            self._lose(line)
            return
        if parts.comment is not None:
            self._values.comment(parts.comment, len(line) - len(parts.comment) - 1)
        found = keys.find_key(parts.key) if parts.value is not None else None
        if found is not None and found.key.field in keys.HEADER_FIELDS:
            self._read_header_line(found, parts, line)
        elif silent or (in_lost_deal and (found is not None or keys.is_extra(unquote(parts.key)))):
            self._lose(line)
        elif parts.value is None:
            self._report("bad-line.no-colon", 0, line)
            self._refuse_if_option(parts.key)
            self._lose(line)
        elif keys.is_extra(unquote(parts.key)):
            self._read_extra(normal(unquote(parts.key)), parts, line)
        elif found is None:
            key = parts.key.strip()
            self._report("unknown-key.text", parts.key.find(key), key, near=partial(keys.nearest_key, key))
            self._lose(line)
        else:
            self._read_deal_line(found, parts, line)

    def _refuse_if_option(self, line: str) -> None:
        """See that no deal is settled as if an option's line, which cannot be read, were not there."""
        found = keys.find_key(line.partition(":")[0].partition('"')[0])
        if found is None or found.key.field != keys.OPTION:
            return
        option = refused_option(line, Place(self._file, self._report.number))
        if self._block.in_deals:
            self._block.refused[option.name] = option
        else:
            self._open_header().refuse_option(option, line)

    def _read_deal_line(self, found: FoundKey, parts: Line, line: str) -> None:
        deal = self._deal
        if deal is None:
            self._report("bad-line.before-deal", 0, line, key=found.key.spanish)
            self._lose(line)
            return
        entry = resolve(found, self._values, self._report, line)
        if entry is None:
            self._lose(line)
            return
        if not self._report.spoiled and '"' not in parts.key and len(self._entries) < CACHE_ENTRIES:
            self._entries[parts.key] = entry
        self._values.behind = parts.comment or ""
        entry.read(deal, entry, parts.value or "", parts.at, line)
        self._values.behind = ""
        self._keep(deal.once, deal.anchor(entry), line, parts.comment)

    def _read_header_line(self, found: FoundKey, parts: Line, line: str) -> None:
        if self._block.in_deals:
            if self._deal is not None:
                self._give_held(self._deal.once)
                above, self._waiting = self._waiting, []
            else:
                # What waits here may be much, and belongs to deals that were lost.
                above = []
            self._block.late.append(LateLine(self._report.number, line, parts, found, above))
            return
        header_text = self._open_header()
        self._values.behind = parts.comment or ""
        field = header_text.read(found, parts.value or "", parts.at, line)
        self._values.behind = ""
        self._keep_header(header_text, field, line, parts)

    def _read_extra(self, name: str, parts: Line, line: str) -> None:
        text = parts.value or ""
        marked, value = self._values.json_mark(text, parts.at)
        value = value if marked else unquote(text)
        blank = not text.strip()
        if self._deal is not None:
            self._deal.read_extra(name, value, line, blank=blank)
            self._keep(self._deal.once, name, line, parts.comment)
        else:
            header_text = self._open_header()
            self._keep_header(header_text, header_text.extra(name, value, line, blank=blank), line, parts)

    def _keep_header(self, header_text: HeaderText, field: str, line: str, parts: Line) -> None:
        self._block.keep(*self._waiting)
        self._block.keep_line(line, well_read=not self._report.spoiled)
        self._keep(header_text.once, field, line, parts.comment)

    def _keep(self, once: Once, field: str, line: str, comment: str | None) -> None:
        """Give the field its comments, and the line itself where something in it was lost."""
        for text in self._waiting:
            once.comment(field, text)
        self._waiting, self._held = [], 0
        if self._report.spoiled:
            once.comment(field, self._report.keep(line))
        elif comment is not None:
            once.comment(field, _comment(comment), behind=True)

    def _lose(self, line: str) -> None:
        self._waiting.append(fields.unread(line))
        self._hold()

    def _hold(self) -> None:
        """What waits belongs to this deal or header, should it end before its next field.

        So it is with a line that was lost, and with comments that a blank line parts from what follows.
        """
        self._held = len(self._waiting) if self._deal is not None or not self._block.in_deals else 0

    def _give_held(self, once: Once) -> None:
        for text in self._waiting[: self._held]:
            once.comment(fields.END, text)
        del self._waiting[: self._held]
        self._held = 0

    # Sessions

    def _open_header(self) -> HeaderText:
        """The header that is being read; one that lacks its format line begins here."""
        header_text = self._block.header_text
        if header_text is None:
            number = self._report.number
            self._report("missing-header.format", 0, "")
            self._report.begin(number)
            header_text = self._new_header(number)
            self._block = Block(header_text, [])
        return header_text

    def _new_header(self, number: int) -> HeaderText:
        return HeaderText(Place(self._file, number), self._values, self._report)

    def _begin_session(self, behind: str, line: str) -> None:
        number = self._report.number
        self._end_block()
        self._report.begin(number)
        header_text = self._new_header(number)
        self._block = Block(header_text, self._waiting)
        self._waiting, self._held = [], 0
        version, comment = self._number_and_comment(behind, line)
        if version != str(fields.VERSION):
            self._report("bad-value.version", 0, line, version=fields.VERSION)
            header_text.fault = "bad-value"
            header_text.faults.append(self._report.last)
        self._block.keep_line(line, well_read=not self._report.spoiled)
        self._keep(header_text.once, fields.FORMAT, line, comment)

    def _take_header(self, header_text: HeaderText) -> None:
        """What the header says holds for the deals behind it."""
        self._give_held(header_text.once)
        header = self._block.take_header(header_text)
        self._block.first_deal = len(self._reading.deals)
        if header is not None:
            pack = self._pack_of(header.rules)
            self._values.cards = self._tables.setdefault(pack, CardTable(pack))
            self._seat(header.players)

    def _seat(self, players: tuple[str, ...]) -> None:
        together = frozenset(players)
        known = self._known.get(together)
        if known is None:
            known = Names(players), entries_for(players)
            if len(self._known) < CACHE_ENTRIES:
                self._known[together] = known
        self._values.seating = Seating(players, known[0])
        self._seat_entries = known[1]

    def _settle_late(self) -> None:
        """What the header lines since the last deal mean, now that a deal or the block's end is here."""
        block = self._block
        late, block.late = block.late, []
        if not late:
            return
        if begins_session(late, block.header):
            block.refuse(self._reading.deals)
            self._begin_late_session(late, block.unused())
            return
        for each in late:
            if each.found.key.field == keys.OPTION and not each.is_blank:
                option = refused_option(each.text.partition(";")[0], Place(self._file, each.number))
                block.refused[option.name] = option
        change = read_late(late, block.header, self._values, self._report)
        self._waiting += change.lost
        block.players_comments += change.comments
        if change.players is not None:
            block.reseat(change.players)
            self._seat(change.players)

    def _begin_late_session(self, late: list[LateLine], above: list[str]) -> None:
        first, waiting = late[0], self._waiting
        self._tell_set_aside()
        self._block = Block(self._new_header(first.number), above)
        self._report.begin(first.number)
        self._report("missing-header.late", 0, first.text)
        for each in late:
            self._waiting = each.above
            self._report.begin(each.number)
            self._read_header_line(each.found, each.parts, each.text)
        self._waiting = waiting

    def _tell_set_aside(self) -> None:
        """Say, with what is wrong with the header, how many deals that costs."""
        block = self._block
        if block.set_aside and block.header_text is not None:
            for which in block.header_text.faults:
                self._report.amend(which, aside=block.set_aside)

    def _end_block(self) -> None:
        self._finish_deal()
        self._settle_late()
        self._block.refuse(self._reading.deals)
        self._tell_set_aside()
        unused = self._block.unused()
        if unused:
            unused += self._waiting
            self._waiting = unused
        self._block = Block(None, [])

    # Deals

    def _begin_deal(self, number_text: str, comment: str | None, line: str, *, meant: str = "") -> None:
        """Begin a deal, read or set aside; `meant` is what its line, in which the word is mistyped, should say."""
        place = Place(self._file, self._report.number)
        self._finish_deal()
        self._settle_late()
        self._report.begin(place.line)
        if not self._block.in_deals:
            self._take_header(self._open_header())
            self._report.begin(place.line)
        block = self._block
        code: ProblemCode
        if meant:
            self._report("bad-line.mistyped-deal", 0, line, near=meant)
            number, code = None, "bad-line"
        else:
            number, code = self._deal_number(number_text, line), "missing-deal-number"
        if block.header is None or number is None:
            if block.header is None:
                code = block.fault
                block.set_aside += 1
            self._reading.quarantined.append(Quarantined(place, code))
            self._waiting += [*(each.text for each in block.players_comments), fields.unread(line)]
            block.players_comments = []
            return
        block.use_header(block.header)
        self._deal = DealText(number, place, self._values, self._report)
        self._deal.once.comments += block.players_comments
        block.players_comments = []
        self._entries = self._seat_entries
        self._keep(self._deal.once, fields.DEAL, line, comment)

    def _number_and_comment(self, text: str, line: str) -> tuple[str, str | None]:
        """What stands behind the word of a line without a colon (which is allowed), and the comment."""
        value, semicolon, comment = text.partition(";")
        if semicolon:
            self._values.comment(comment, len(line) - len(comment) - 1)
        return value.strip().strip(":").strip(), comment if semicolon else None

    def _deal_number(self, text: str, line: str) -> int | None:
        """The deal's number, from 1; what is none is reported."""
        if text in NOT_RECORDED:
            self._report("missing-deal-number.absent", 0, line)
            return None
        try:
            number = parse_integer(text)
        except ValueError:
            number = 0
        if number < 1:
            self._report("missing-deal-number.bad", 0, line, largest=LARGEST)
            return None
        return number

    def _finish_deal(self) -> None:
        deal, header = self._deal, self._block.header
        if deal is None or header is None:
            return
        self._give_held(deal.once)
        self._reading.deals.append(deal.finish(header))
        self._deal, self._entries = None, {}

    def _keep_rest(self) -> None:
        """What waits at the end of the file belongs to the end of its last deal."""
        if self._waiting and self._reading.deals:
            last = self._reading.deals[-1]
            texts = [Comment(fields.END, text) for text in self._waiting]
            comments = place_deal_comments([*last.comments, *texts], last)
            self._reading.deals[-1] = msgspec.structs.replace(last, comments=comments)


def _comment(text: str) -> str:
    """A comment without the blank that is written behind its `;`."""
    return text.removeprefix(" ").rstrip()
