-- Who took out of the fondo, by which rule, and who put into it.
-- Grain: a person and a rule, under a ruleset.
-- Key: club, rules, person, rule
-- Not null: club, rules, person, rule, times_taken, taken, times_paid_in, paid_in
-- Holds: taken >= 0 AND paid_in >= 0
SELECT club, rules, person, rule,
       coalesce(sum(payments) FILTER (payer_id IS NULL), 0)::BIGINT AS times_taken,
       coalesce(sum(tantos) FILTER (payer_id IS NULL), 0)::BIGINT AS taken,
       coalesce(sum(payments) FILTER (payee_id IS NULL), 0)::BIGINT AS times_paid_in,
       coalesce(sum(tantos) FILTER (payee_id IS NULL), 0)::BIGINT AS paid_in
FROM core.flows
JOIN core.persons ON persons.person_id = coalesce(payer_id, payee_id)
WHERE payer_id IS NULL OR payee_id IS NULL
GROUP BY club, rules, person, rule
