"""The table "Options" of rules.md: every option, its readings, the default first."""

from typing import Any

Options = dict[str, Any]

REVESINO = "revesino"
DIGEST = "revesino-digest"
REVERSIS_FAMILY = ("reversis", "reversis-partidas", "reversis-simple", "reversis-5", "reversis-52")
RULESETS = (REVESINO, DIGEST, *REVERSIS_FAMILY)

REVESINO_AMOUNTS: dict[str, int] = {
    "stake_player": 2,
    "stake_dealer": 3,
    "dealer_fee": 1,
    "quinola_placed_winner": 2,
    "party_bonus": 4,
    "made_pays": 16,
    "cut_pays": 64,
    "renuncio_fine": 2,
}

REVESINO_CHOICES: dict[str, list[Any]] = {
    "tie_seats": ["dealer_then_right", "dealer_then_left"],
    "party": ["none", "discards"],  # or an amount
    "renewal": ["below_initial", "only_empty"],
    "fee_with_stake": [False, True],
    "quinola_forced": ["only_card", "any_oros_trick"],
    "quinola_forced_tantos": ["none", "like_napolitana"],
    "ace_placed_double_suit": ["oros", "copas", "none"],
    "ace_forced_double_suit": ["copas", "oros", "none"],
    "edge_tricks": ["both", "last", "none"],
    "undertaking": ["declared", "automatic"],
    "made_fondo": ["unless_late_quinola", "always", "only_early_quinola"],
    "cut_fondo": ["double", "none"],
    "cut_own_quinola": ["double_again", "same_base", "included"],
    "napolitana_hand": ["after_exchange", "either"],
    "napolitana_lost_by": ["any_trick", "last_two"],
    "bears_all": [True, False],
    "resale": ["net_double", "return_and_double", "return_only"],
    "n6_edge_double": [False, True],
    "napolitano_pays_made": [False, True],
    "renuncio_per": ["deal", "trick"],
    "renuncio_bar": ["whole_deal", "from_then", "none"],
}

REVERSIS_AMOUNTS: dict[str, int] = {
    "ante": 2,
    "quinola_fixed": 4,
    "reversis_each": 16,
    "espagnolette_each": 32,
    "bete_payment": 4,
    "dealer_share": 2,
}

# `deals` and `starting_chips` (X11) judge a session; they move no tanto.
REVERSIS_SESSION: dict[str, int | None] = {"deals": None, "starting_chips": None}

REVERSIS_CHOICES: dict[str, list[Any]] = {
    "ace_rank": ["above_two", "high"],
    "quinola_capture": ["fondo_plus_fixed", "fixed_only"],
    "reversis_failed": ["mirror", "chips_only", "to_breaker"],
    "ace_equivalents": [["K"]],  # or any list of ranks
    "honours_paid": ["counted", "to_fondo"],
    "quinola_in_total": [False, True],
}


def defaults(rules_id: str) -> Options:
    """The options of a ruleset as it stands without house rules."""
    if rules_id in (REVESINO, DIGEST):
        return REVESINO_AMOUNTS | {name: values[0] for name, values in REVESINO_CHOICES.items()}
    if rules_id in REVERSIS_FAMILY:
        choices = {name: values[0] for name, values in REVERSIS_CHOICES.items()}
        return REVERSIS_AMOUNTS | REVERSIS_SESSION | choices
    raise ValueError(f"unknown ruleset {rules_id!r}; known: {', '.join(RULESETS)}")


def options_of(deal: dict[str, Any]) -> Options:
    """A deal's options: the ruleset's defaults, replaced by the house rules of its session."""
    known = defaults(deal["rules"]["id"])
    given: Options = deal["rules"].get("options") or {}
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(f"unknown options {unknown} for {deal['rules']['id']!r}")
    return known | given
