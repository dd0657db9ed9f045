"""The words at the top of columns, in three languages: those of the log format, and what clubs write instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from audit.card_names import fold
from audit.logs import fields, keys

PER_PLAYER = (fields.POINTS, fields.TRICKS, fields.NET, fields.BALANCE, fields.CARRIED_BALANCE)
"""The fields of which each player has a column."""

PASSED = "-"
"""What is ours, and says nothing that was recorded: the verdicts of a corrected sheet."""

WEAK_DEAL = "deal?"
"""A heading that may mean a deal's number, and is taken for it where no other does."""

PLAYS = "plays"
EXTRA = "x-"

SESSION_FIELDS = (fields.CLUB, fields.SESSION, fields.DATE, fields.RULES, fields.PLAYERS, fields.CARRIED_FONDO)
"""What is said of a session in one cell."""

_MORE: Mapping[str, str] = {
    fields.CLUB: "nombre del club, nome do clube, name of the club",
    fields.SESSION: "noche, noite, night, velada, evening, acta, ata, serao, tertulia, sesion n, session id",
    fields.DATE: "dia, day, fecha de la sesion, el dia, fecha sesion",
    fields.RULES: "reglamento, regulamento, ruleset, juego, jogo, game, variante, variant",
    fields.PLAYERS: "jugador, asientos, seats, orden de juego, ordem de jogo",
    fields.CARRIED_FONDO: "fondo anterior, fondo previo, fundo previo, fondo carried, bote anterior, pot before",
    fields.DEAL: (
        "reparto n, n reparto, n de reparto, numero de reparto, deal n, n deal, deal no, deal number, no de reparto,"
        " distribuicao n, n distribuicao, n de distribuicao, rep, dist"
    ),
    WEAK_DEAL: (
        "mano, mano n, n mano, n de mano, mao, mao n, n de mao, hand n, hand no, n, no, num, numero, number, #,"
        " jugada n, ronda, ronda n, rodada, round, partida, partida n, juego n, jogo n"
    ),
    fields.DEALER: "da, reparte, repartidor, quien da, quien reparte, quem da, dealt by, cartas, mano del dador",
    fields.WINNER: "gana, ganha, ganhador, winner of the deal, ganador del reparto, vencedor da distribuicao",
    fields.FONDO_START: (
        "fondo after the stakes, fondo al empezar, fondo tras las puestas, bote inicial, pot start, fondo inic,"
        " fondo al principio, pote inicial"
    ),
    fields.FONDO_END: "fondo at the end, fondo al final, bote final, pot end, fondo fin, fundo no fim, pote final",
    fields.POINTS: "punto, ponto, point, pts, ptos, pt, pto, ptos., pts.",
    fields.TRICKS: "baza, trick, vaza, baz, vaz, bz",
    fields.NET: "tanto, nets, neto, netos, ficha, liquido, gana/pierde, resultado",
    fields.BALANCE: "saldos, balances, acumulado, saldo actual, saldo atual, running balance, sdo",
    fields.CARRIED_BALANCE: "saldo anterior, saldo de antes, saldo inicial, balance carried",
    PLAYS: "plays, jugadas, jogadas, cartas jugadas, cartas jogadas, bazas jugadas, cards played",
    fields.NOTE: "notas, notes, observaciones, observacion, observacoes, obs, comentario, comentarios, remarks",
    PASSED: "verdict, veredicto",
    fields.NAPOLITANA: "napo",
    fields.REVESINO: "reves",
}
"""By field: what clubs write besides, between commas, as `folded` leaves it."""

TOTALS = frozenset(
    {
        "total", "totales", "totals", "totais", "suma", "sumas", "sum", "sums", "soma", "somas", "subtotal",
        "subtotales", "subtotals", "subtotais", "saldo final", "saldos finales", "saldos finais", "balance final",
        "final balance", "final balances", "resultado final", "resultado", "suma total", "soma total",
        "total general", "total geral", "grand total", "suma y sigue", "a transportar", "resumen", "resumo",
        "media", "promedio", "average", "totales de la noche", "total de la noche", "final", "acumulado",
    }
)  # fmt: skip
"""How a row begins that adds up others."""

_NAMED_OTHERWISE = {keys.OPTION, keys.HAND, fields.STOCK, keys.EXCHANGE, keys.TRICK, keys.WINS, keys.PAYMENT}


def folded(text: str) -> str:
    """A heading as it is compared: without case, accents, and the signs around and behind its words."""
    text = fold(text.replace("º", " ").replace("ª", " ").replace("°", " ").replace("№", "n"))
    for sign in "_.:()[]":
        text = text.replace(sign, " ")
    return " ".join(text.split())


def _table(wanted: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for field in wanted:
        key = keys.BY_FIELD.get(field)
        words = [*(key.spellings if key else ()), *_MORE.get(field, "").split(",")]
        for word in words:
            if word.strip():
                found.setdefault(folded(word), field)
    return found


_BY_PLAYER = frozenset(PER_PLAYER)
SINGLE: Mapping[str, str] = _table(
    [
        *(key.field for key in keys.KEYS if key.field not in _NAMED_OTHERWISE and key.field not in _BY_PLAYER),
        PLAYS,
        PASSED,
        WEAK_DEAL,
    ]
)
"""A whole heading to its field, where that is no player's."""

OF_PLAYER: Mapping[str, str] = _table([fields.CARRIED_BALANCE, *PER_PLAYER])
"""The word for a player's figure to its field."""

OPTION_WORDS = frozenset(keys.BY_FIELD[keys.OPTION].spellings)

SESSION_WORDS: Mapping[str, str] = {word: field for word, field in SINGLE.items() if field in SESSION_FIELDS} | {
    word: fields.CARRIED_BALANCE for word, field in OF_PLAYER.items() if field == fields.CARRIED_BALANCE
}
"""What may stand before a value above a table."""
