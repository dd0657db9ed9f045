-- What each deal that is in the statistics comes to over its players, beside what its ruleset lets it come to:
-- `tricks_dealt`, `points_of_pack`, and whether `whole_pack` is played.
-- Grain: a deal.
-- Key: session_id, number
-- Not null: session_id, number, players, winners, tricks_dealt, points_of_pack, whole_pack
-- Holds: winners <= 1
-- Holds: nets + into_fondo = 0
-- Holds: points = honours
-- Holds: CASE WHEN whole_pack THEN points = points_of_pack ELSE points <= points_of_pack END
-- Holds: tricks = tricks_dealt
-- Holds: CASE WHEN whole_pack THEN quinola_held = 1 ELSE quinola_held <= 1 END
SELECT session_id, number, count(*) AS players, count(*) FILTER (won) AS winners,
       CASE WHEN bool_and(net IS NOT NULL) THEN sum(net) END AS nets, any_value(into_fondo) AS into_fondo,
       CASE WHEN bool_and(points IS NOT NULL OR sits_out) THEN sum(points) END AS points,
       sum(honours_held) AS honours, CASE WHEN bool_and(seats.tricks IS NOT NULL OR sits_out) THEN sum(seats.tricks) END AS tricks,
       sum(quinola_held) AS quinola_held, any_value(rulesets.tricks) AS tricks_dealt,
       any_value(points_of_pack) AS points_of_pack, any_value(whole_pack) AS whole_pack
FROM core.seats
JOIN core.sessions USING (session_id)
JOIN staging.rulesets USING (rules)
LEFT JOIN (
    SELECT session_id, number,
           sum(CASE WHEN payee_id IS NULL THEN amount WHEN payer_id IS NULL THEN -amount ELSE 0 END) AS into_fondo
    FROM core.ledger GROUP BY ALL
) USING (session_id, number)
GROUP BY session_id, number
