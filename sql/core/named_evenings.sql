-- What each person came to in each session, by name (`audit.stats.inputs.EVENINGS`).
-- Grain: a person in a session.
-- Key: club, rules, ordinal, person
-- Not null: club, rules, ordinal, person, deals
-- Holds: deals = 0 OR net IS NOT NULL
SELECT club, rules, ordinal, person, deals, net, ahead, opponents, excluded, squares
FROM core.evenings
JOIN core.sessions USING (session_id)
JOIN core.persons USING (person_id)
