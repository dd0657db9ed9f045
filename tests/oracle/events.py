"""Names the rare events of a settled deal, to see that the generator makes them."""

from typing import Any

from . import settle_session
from .cards import Pack, french_pack, rank_of, spanish_pack, suit_of
from .options import options_of
from .revesino import hand_after_exchange, has_napolitana
from .table import Play, Table, read_table

Deal = dict[str, Any]


def revesino_events(deal: Deal, settled: Deal) -> set[str]:
    """Events of ruleset `revesino`."""
    table = read_table(deal, spanish_pack())
    found = undertaking_events(table, settled) | napolitana_events(table, settled)
    found |= quinola_events(table, settled) | renuncio_events(deal, table, settled) | tie_events(settled)
    found |= {f"ledger: {entry['rule']}" for entry in settled["ledger"]}
    napolitano, undertaker = settled["napolitana"], settled["undertaken"]
    if table.declared("napolitana") not in (None, napolitano):
        found.add("void: napolitana")
    if table.declared("revesino") not in (None, undertaker):
        found.add("void: revesino")
    if table.declared("espagnolette") is not None:
        found.add("void: espagnolette")
    if len(settled["declared_bad"]) > 1:
        found.add("void: two declarations")
    return found


def cut_of(settled: Deal) -> tuple[str, int] | None:
    """Who first won a trick from the undertaker, and in which."""
    for number, name in enumerate(settled["trick_winners"], start=1):
        if settled["undertaken"] is not None and name != settled["undertaken"]:
            return name, number
    return None


def undertaking_events(table: Table, settled: Deal) -> set[str]:
    """V1–V7, N7, N8: made or cut, when, by whom, and who played the quinola."""
    undertaker, cut = settled["undertaken"], cut_of(settled)
    if undertaker is None:
        nine = table.winner_of_first_nine()
        return {"revesino: possible, not declared"} if nine is not None else set()
    outcome = "made" if cut is None else "cut"
    found = {f"revesino: {outcome}", f"revesino: by seat {table.seats.index(undertaker)}"}
    if cut is not None:
        distance = (table.seats.index(cut[0]) - table.seats.index(undertaker)) % 4
        found |= {f"revesino: cut in trick {cut[1]}", f"revesino: cut by the {distance}. to his right"}
    play = table.quinola_play()
    if play is None:
        found.add(f"revesino: {outcome}, quinola out of play")
    else:
        whose = "own" if play.player == undertaker else "another's"
        when = "1–9" if play.trick <= 9 else str(play.trick)
        found.add(f"revesino: {outcome}, {whose} quinola in {when}")
    napolitano = settled["napolitana"]
    if napolitano is not None:
        role = "undertaker" if napolitano == undertaker else "another"
        role = "cutter" if cut is not None and cut[0] == napolitano else role
        found.add(f"revesino: {outcome}, napolitano is {role}")
    return found


def napolitana_events(table: Table, settled: Deal) -> set[str]:
    """N1–N6: announced on what, won or lost, and how."""
    player = table.declared("napolitana")
    if player is None:
        return set()
    after = hand_after_exchange(table, player)
    dealt = table.deal["hands"][player]
    if not has_napolitana(table, after):
        return {"napolitana: valid only before the exchange"} if has_napolitana(table, dealt) else set()
    four = all(ace in after for ace in table.pack.aces)
    found = {"napolitana: four aces" if four else "napolitana: three aces and quinola"}
    found.add(f"napolitana: by seat {table.seats.index(player)}")
    won = [n for n, name in enumerate(settled["trick_winners"], start=1) if name == player]
    if not won:
        found.add("napolitana: won no trick")
    else:
        found.add("napolitana: won in 1–9" if won[0] <= 9 else "napolitana: won in 10–11 only")
    if any(entry["rule"] == "N5" and entry["to"] == "fondo" for entry in settled["ledger"]):
        found.add("napolitana: lost, and had taken the fondo")
    play = table.quinola_play()
    if play is not None and play.player == player and play.followed and play.only_of_suit:
        led = rank_of(table.tricks[play.trick - 1].plays[0].card)
        when = "1–9" if play.trick <= 9 else "10–11"
        if play.is_lead:
            found.add("napolitana: quinola led as only oros")
        elif led in ("1", "12", "11"):
            found |= {f"napolitana: quinola drawn by {led}", f"napolitana: quinola drawn in {when}"}
        else:
            found.add(f"napolitana: quinola on a lower oros in {when}")
    return found


def quinola_events(table: Table, settled: Deal) -> set[str]:
    """F4, F5: the quinola placed, forced, led or thrown on a renuncio, and in which trick."""
    play = table.quinola_play()
    if play is None:
        return {"quinola: out of play"}
    if play.is_lead:
        return {"quinola: led as last card" if not play.rest else "quinola: led by choice"}
    if play.followed:
        how = "forced" if play.only_of_suit else "followed by choice"
        return {f"quinola: {how}"} | ({f"quinola: forced in trick {play.trick}"} if how == "forced" else set())
    if [play.trick, play.player] in settled["revokes"]:
        return {"quinola: thrown on a renuncio"}
    return {f"quinola: placed in trick {play.trick}"}


def renuncio_events(deal: Deal, table: Table, settled: Deal) -> set[str]:
    """K1, K2: who, how often, and whether it bars what came before or after."""
    revokes = settled["revokes"]
    if not revokes:
        return set()
    players = {name for _, name in revokes}
    found = {f"renuncio: by seat {table.seats.index(name)}" for name in players}
    if len(players) > 1:
        found.add("renuncio: several players")
    if len(revokes) > len(players):
        found.add("renuncio: one player repeatedly")
    if settled["napolitana"] in players:
        found.add("renuncio: by the napolitano in 10–11")
    cut = cut_of(settled)
    if cut is not None and cut[0] in players:
        found.add("renuncio: by the cutter")
    free = {
        **deal,
        "rules": {**deal["rules"], "options": {**deal["rules"]["options"], "renuncio_bar": "none"}},
    }
    for entry in settle_session([free])[0]["ledger"]:
        tricks = [trick for trick, name in revokes if name == entry["to"]]
        if tricks and entry["trick"] is not None and entry["rule"] in ("F4", "P1", "P2", "P3", "N6", "F6"):
            found.add(f"renuncio: {'before' if min(tricks) > entry['trick'] else 'after'} a credit")
    return found


def tie_events(settled: Deal) -> set[str]:
    """R8, X10: players tied on fewest points, and on tricks as well."""
    points, tricks = settled["points"], settled["tricks"]
    lowest = [name for name in points if points[name] == min(points.values())]
    fewest = [name for name in lowest if tricks[name] == min(tricks[other] for other in lowest)]
    found = set()
    if len(lowest) > 1:
        found.add(f"tie: {len(lowest)} on points")
        found.add(f"tie: {len(fewest)} on points and tricks")
    return found


def reversis_events(deal: Deal, settled: Deal) -> set[str]:
    """Events of the `reversis` family."""
    options, rules_id = options_of(deal), deal["rules"]["id"]
    pack: Pack = french_pack(options["ace_rank"], rules_id == "reversis-52")
    table = read_table(deal, pack, dealer_sits_out=rules_id == "reversis-5")
    found = tie_events(settled) | {f"ledger: {entry['rule']}" for entry in settled["ledger"]}
    found |= {f"void: {kind}" for kind in ("napolitana", "revesino") if table.declared(kind) is not None}
    if table.declared("espagnolette") not in (None, settled["espagnolette"]):
        found.add("void: espagnolette")
    if settled["revokes"]:
        found.add("revoke")
    cut = cut_of(settled)
    if settled["undertaken"] is not None:
        found.add("reversis: made" if cut is None else f"reversis: broken in trick {cut[1]}")
    found |= captured_or_discarded(table.quinola_play(), settled)
    player = settled["espagnolette"]
    if player is not None:
        found |= espagnolette_events(player, settled)
    return found


def captured_or_discarded(play: Play | None, settled: Deal) -> set[str]:
    """X3, X6, X7: what became of the quinola."""
    if play is None:
        return set()
    if [play.trick, play.player] in settled["revokes"]:
        return {"quinola: thrown on a revoke"}
    if play.followed or suit_of(play.card) == play.led_suit:
        return {"quinola: captured"}
    return {f"quinola: discarded in trick {play.trick}"}


def espagnolette_events(player: str, settled: Deal) -> set[str]:
    """X9: done by losing or by winning all, not done, void; with a Reversis of another."""
    won, total = settled["tricks"][player], len(settled["trick_winners"])
    committed = settled["undertaken"]
    if settled["done"]:
        found = {"espagnolette: done, won all" if won == total else "espagnolette: done, lost all"}
        if committed not in (None, player):
            found.add("espagnolette: done, another's reversis failed")
        return found
    if settled["made"]:
        return {"espagnolette: void, another made the reversis"}
    if committed is None:
        return {"espagnolette: not done"}
    return {"espagnolette: not done, " + ("own" if committed == player else "another's") + " reversis failed"}
