-- What each person paid to, and received from, each other one; the fondo is the row without `other`.
-- Grain: a person and another, or the fondo, under a ruleset.
-- Key: club, rules, person, other
-- Not null: club, rules, person, paid, received
-- Holds: paid >= 0 AND received >= 0 AND paid + received > 0
SELECT club, rules, person, other, sum(paid)::BIGINT AS paid, sum(received)::BIGINT AS received
FROM (
    SELECT club, rules, payer AS person, receiver AS other, tantos AS paid, 0 AS received FROM marts.head_to_head
    UNION ALL
    SELECT club, rules, receiver, payer, 0, tantos FROM marts.head_to_head
)
WHERE person IS NOT NULL
GROUP BY club, rules, person, other
