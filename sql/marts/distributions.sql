-- In how many deals a person had so many points, and so many tricks.
-- Grain: a number of points or of tricks, of a person under a ruleset.
-- Key: club, rules, person, statistic, value
-- Not null: club, rules, person, statistic, value, deals
-- Holds: statistic = 'points' AND value BETWEEN 0 AND 43 OR statistic = 'tricks' AND value BETWEEN 0 AND 13
SELECT club, rules, person, statistic, value, deals
FROM (
    SELECT session_rules.club, session_rules.rules, person_id, 'points' AS statistic, points AS value, count(*) AS deals
    FROM core.seats JOIN core.sessions AS session_rules USING (session_id) WHERE points IS NOT NULL GROUP BY ALL
    UNION ALL
    SELECT session_rules.club, session_rules.rules, person_id, 'tricks', tricks, count(*)
    FROM core.seats JOIN core.sessions AS session_rules USING (session_id) WHERE tricks IS NOT NULL GROUP BY ALL
)
JOIN core.persons USING (person_id)
