-- Who is called what in a club, and the person whom that name is of.
-- Grain: a name in a club.
-- Key: club_id, name
-- Not null: club_id, name, person
SELECT club_id, name, coalesce(people.person, name) AS person
FROM (
    SELECT DISTINCT club_id, player AS name
    FROM club.computed.players
    JOIN club.recorded.sessions USING (session_id)
)
LEFT JOIN club.ruled.people AS people USING (club_id, name)
