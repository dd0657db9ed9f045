"""In which deals an option shows: what a club must write down, or wait for, to know by which value it plays."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language import N_

TELLING: Mapping[str, str] = {
    "stake_player": N_("any deal before which all stake"),
    "stake_dealer": N_("any deal before which all stake"),
    "dealer_fee": N_("any deal without a stake"),
    "fee_with_stake": N_("any deal before which all stake"),
    "renewal": N_("a deal before which the fondo holds something, but less than the first stake makes"),
    "quinola_placed_winner": N_("a quínola placed"),
    "quinola_forced": N_("a quínola led, or played to oros, by a player who has other oros"),
    "quinola_forced_tantos": N_("a quínola forced out of a player who announced nothing"),
    "ace_placed_double_suit": N_("the ace of oros, or of copas, placed"),
    "ace_forced_double_suit": N_("the ace of copas, or of oros, forced out"),
    "edge_tricks": N_("an ace or a quínola paid for in the first trick, or in the last"),
    "tie_seats": N_("a deal in which two players have the fewest points, and as many tricks"),
    "party": N_("any deal without a revesino or a napolitana, with the cards of all tricks and the nets written down"),
    "party_bonus": N_("any deal whose party is paid by the cards out of play"),
    "undertaking": N_("a player who wins the first nine tricks and declares nothing"),
    "made_pays": N_("a revesino made"),
    "made_fondo": N_("a revesino made by a player who played the quínola himself, or in whose deal it was not played"),
    "cut_pays": N_("a revesino cut"),
    "cut_fondo": N_("a revesino cut"),
    "cut_own_quinola": N_("a revesino cut whose undertaker had played the quínola before the tenth trick"),
    "napolitana_hand": N_("a napolitana that has its cards only before the exchange"),
    "napolitana_lost_by": N_("a napolitano who wins a trick among the first nine and none after"),
    "bears_all": N_("a napolitana lost, in a deal in which two others pay one another"),
    "resale": N_("a napolitana lost by a player who was paid for an ace or the quínola"),
    "n6_edge_double": N_("a quínola drawn from a napolitano in the first trick, or in the last"),
    "napolitano_pays_made": N_("a revesino made while another has a napolitana"),
    "renuncio_fine": N_("a renuncio"),
    "renuncio_per": N_("a player with renuncios in two tricks of one deal"),
    "renuncio_bar": N_("a renuncio by a player who is to be paid in the same deal, best before it"),
    "ante": N_("any deal"),
    "quinola_fixed": N_("any deal in which the quínola is discarded or captured"),
    "quinola_capture": N_("a quínola captured"),
    "reversis_each": N_("a Reversis made or failed"),
    "reversis_failed": N_("a Reversis failed"),
    "espagnolette_each": N_("an Espagnolette done or not done"),
    "ace_equivalents": N_("an Espagnolette announced with three aces and another card"),
    "bete_payment": N_("any deal that ends with a Bête"),
    "dealer_share": N_("any deal that ends with a Bête"),
    "ace_rank": N_("a trick with an ace in it"),
    "honours_paid": N_("any deal that ends with a Bête"),
    "quinola_in_total": N_("a deal whose winner or Bête hangs on who captured the quínola"),
}
"""By option: the deals in which another value would make a difference."""
