-- `core.seats` with names in the place of numbers, and the fondo of the deal (docs/statistics.md).
-- Grain: a player at the table in a deal.
-- Key: club, session, number, place
-- Not null: club, rules, session, ordinal, number, person, place, sits_out, complete
-- Holds: NOT sits_out OR (points IS NULL AND tricks IS NULL)
-- Holds: points BETWEEN 0 AND 43
-- Holds: tricks BETWEEN 0 AND 13
SELECT club, rules, session, date, season, ordinal, person, deals.fondo_start,
       seats.* EXCLUDE (session_id, person_id)
FROM core.seats
JOIN core.sessions USING (session_id)
JOIN core.persons USING (person_id)
JOIN core.deals USING (session_id, number)
