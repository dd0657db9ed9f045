-- `core.seats` with names in the place of numbers, and the fondo of the deal (docs/statistics.md).
-- Grain: a player at the table in a deal.
-- Key: club, session, number, place
-- Not null: club, rules, session, ordinal, number, person, place, sits_out, complete
-- Holds: NOT sits_out OR (points IS NULL AND tricks IS NULL)
-- Holds: points BETWEEN 0 AND (SELECT points_of_pack FROM staging.rulesets WHERE rulesets.rules = named_seats.rules)
-- Holds: tricks BETWEEN 0 AND (SELECT tricks FROM staging.rulesets WHERE rulesets.rules = named_seats.rules)
SELECT club, rules, session, date, season, ordinal, person, fondo_start, number, place, seat, sits_out, points, tricks,
       net, won, complete, suit_0, suit_1, suit_2, suit_3, quinola_held, aces_held, honours_held, voids_held,
       height_held, quinola_led, quinola_placed, quinola_forced, quinola_placed_on, quinola_drawn, quinola_won,
       revesino_possible, revesino_undertaken, revesino_made, revesino_cut, revesino_cutter, aces_placed,
       aces_placed_on, aces_forced, aces_drawn, renuncios, doubles_received, doubles_paid, napolitana_possible,
       napolitana_announced, napolitana_won, napolitana_lost, napolitana_void, espagnolette_possible,
       espagnolette_declared, espagnolette_done, espagnolette_failed, espagnolette_void, bete, quinola_dealt,
       aces_dealt, honours_dealt, voids_dealt, height_dealt, exchange_taken, ahead_halves, opponents
FROM core.seats
JOIN core.sessions USING (session_id)
JOIN core.persons USING (person_id)
JOIN core.deals USING (session_id, number)
