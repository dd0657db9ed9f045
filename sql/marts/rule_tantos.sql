-- Tantos moved, by rule; `per_deal` of the deals whose ledger is known, `excluded` those of which it is not.
-- Grain: a rule of a ruleset, in a club.
-- Key: club, rules, rule
-- Not null: club, rules, rule, payments, tantos, deals, excluded
-- Holds: tantos >= payments
SELECT club, rules, rule, sum(payments)::BIGINT AS payments, sum(tantos)::BIGINT AS tantos,
       any_value(deals) AS deals, any_value(excluded) AS excluded, sum(tantos) / any_value(deals) AS per_deal
FROM core.flows
JOIN (
    SELECT club, rules, count(*) FILTER (has_ledger) AS deals, count(*) FILTER (NOT has_ledger) AS excluded
    FROM core.deals JOIN core.sessions USING (session_id) GROUP BY ALL
) USING (club, rules)
GROUP BY club, rules, rule
