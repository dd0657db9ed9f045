-- What each deal that is in the statistics comes to over its players.
-- Grain: a deal.
-- Key: session_id, number
-- Not null: session_id, number, players, winners
-- Holds: winners <= 1
-- Holds: nets + into_fondo = 0
-- Holds: points = honours
-- Holds: CASE WHEN rules LIKE 'reversis%' THEN points = 40 ELSE points <= 43 END
-- Holds: tricks = CASE WHEN rules LIKE 'reversis%' THEN if(rules = 'reversis-52', 13, 12) ELSE 11 END
-- Holds: quinola_held = CASE WHEN rules LIKE 'reversis%' THEN 1 ELSE quinola_held END AND quinola_held <= 1
SELECT session_id, number, any_value(rules) AS rules, count(*) AS players, count(*) FILTER (won) AS winners,
       CASE WHEN bool_and(net IS NOT NULL) THEN sum(net) END AS nets, any_value(into_fondo) AS into_fondo,
       CASE WHEN bool_and(points IS NOT NULL OR sits_out) THEN sum(points) END AS points,
       sum(honours_held) AS honours, CASE WHEN bool_and(tricks IS NOT NULL OR sits_out) THEN sum(tricks) END AS tricks,
       sum(quinola_held) AS quinola_held
FROM core.seats
JOIN core.sessions USING (session_id)
LEFT JOIN (
    SELECT session_id, number,
           sum(CASE WHEN payee_id IS NULL THEN amount WHEN payer_id IS NULL THEN -amount ELSE 0 END) AS into_fondo
    FROM core.ledger GROUP BY ALL
) USING (session_id, number)
GROUP BY session_id, number
