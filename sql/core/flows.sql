-- Who has paid whom, by rule, added up; null is the fondo.
-- Grain: a payer, a payee and a rule, under a ruleset.
-- Key: club, rules, rule, payer_id, payee_id
-- Not null: club, rules, rule, payments, tantos
-- Holds: tantos >= payments
-- Holds: payer_id IS DISTINCT FROM payee_id
-- Kept: table
SELECT club, rules, rule, payer_id, payee_id, count(*) AS payments, sum(amount)::BIGINT AS tantos
FROM core.ledger
JOIN core.sessions USING (session_id)
GROUP BY ALL
