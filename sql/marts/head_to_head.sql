-- Who has paid whom, by all ledgers that are known; the fondo is the row without `receiver`, or without `payer`.
-- Grain: a payer and a receiver, under a ruleset.
-- Key: club, rules, payer, receiver
-- Not null: club, rules, payments, tantos
-- Holds: tantos >= payments
-- Holds: payer IS NOT NULL OR receiver IS NOT NULL
SELECT club, rules, payers.person AS payer, receivers.person AS receiver, sum(payments)::BIGINT AS payments,
       sum(tantos)::BIGINT AS tantos
FROM core.flows
LEFT JOIN core.persons AS payers ON payers.person_id = payer_id
LEFT JOIN core.persons AS receivers ON receivers.person_id = payee_id
GROUP BY ALL
