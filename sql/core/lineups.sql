-- Which person sat where, in each order of players that deals were seated in.
-- Grain: a place in an order of players.
-- Key: lineup_id, place
-- Not null: lineup_id, place, name, person_id
-- Kept: table
SELECT lineup_id, place, lineups.name, person_id
FROM staging.lineups
JOIN core.sessions USING (session_id)
JOIN staging.names ON names.club_id = sessions.club_id AND names.name = lineups.name
JOIN core.persons ON persons.club_id = names.club_id AND persons.person = names.person
