-- Who took out of the fondo, and who put into it, by all rules.
-- Grain: a person under a ruleset.
-- Key: club, rules, person
-- Not null: club, rules, person, times_taken, taken, times_paid_in, paid_in
-- Holds: taken >= times_taken AND paid_in >= times_paid_in
SELECT club, rules, person, sum(times_taken)::BIGINT AS times_taken, sum(taken)::BIGINT AS taken,
       sum(times_paid_in)::BIGINT AS times_paid_in, sum(paid_in)::BIGINT AS paid_in
FROM marts.fondo_takers
GROUP BY club, rules, person
