-- In how many deals a person had so many points, and so many tricks.
-- Grain: a number of points or of tricks, of a person under a ruleset.
-- Key: club, rules, person, statistic, value
-- Not null: club, rules, person, statistic, value, deals
-- Holds: value BETWEEN 0 AND (
--        SELECT CASE statistic WHEN 'points' THEN points_of_pack WHEN 'tricks' THEN tricks END
--        FROM staging.rulesets WHERE rulesets.rules = distributions.rules)
SELECT club, rules, person, statistic, value, deals
FROM (
    SELECT session_rules.club, session_rules.rules, person_id, 'points' AS statistic, points AS value, count(*) AS deals
    FROM core.seats JOIN core.sessions AS session_rules USING (session_id) WHERE points IS NOT NULL GROUP BY ALL
    UNION ALL
    SELECT session_rules.club, session_rules.rules, person_id, 'tricks', tricks, count(*)
    FROM core.seats JOIN core.sessions AS session_rules USING (session_id) WHERE tricks IS NOT NULL GROUP BY ALL
)
JOIN core.persons USING (person_id)
