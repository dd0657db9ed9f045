-- Which rules are scored wrongly: contradicted values by the rule that they rest on, errors carried on left out.
-- Grain: a rule in a month, at a table, by a scorer, under a ruleset.
-- Key: club, rules, rule, month, table_name, scorer
-- Not null: club, rules, wrong, deals, of_deals
-- Holds: deals <= of_deals
SELECT club, rules, rule, faults.month, faults.table_name, faults.scorer, wrong, deals, of_deals
FROM (
    SELECT club, rules, rule, date_trunc('month', date)::DATE AS month, table_name, scorer, count(*) AS wrong,
           count(DISTINCT (session_id, number)) AS deals
    FROM core.claims
    JOIN core.sessions USING (session_id)
    WHERE verdict = 'contradicted' AND carried_from IS NULL
    GROUP BY ALL
) AS faults
JOIN (
    SELECT club, rules, date_trunc('month', date)::DATE AS month, table_name, scorer, count(*) AS of_deals
    FROM core.deals JOIN core.sessions USING (session_id) WHERE excluded IS NULL GROUP BY ALL
) AS played USING (club, rules)
WHERE faults.month IS NOT DISTINCT FROM played.month AND faults.table_name IS NOT DISTINCT FROM played.table_name
  AND faults.scorer IS NOT DISTINCT FROM played.scorer
