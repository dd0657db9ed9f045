-- The persons of each club, whatever their names were spelt like.
-- Grain: a person of a club.
-- Key: person_id
-- Not null: person_id, club_id, person, names
-- Holds: len(names) >= 1
-- Kept: table
SELECT (row_number() OVER (ORDER BY club_id, person))::INTEGER AS person_id, club_id, person, list_sort(list(name)) AS names
FROM staging.names
GROUP BY club_id, person
