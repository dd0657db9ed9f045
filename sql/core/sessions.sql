-- The sessions, numbered in time within their clubs: by date, then by name; those without a date come last.
-- A group is a ruleset in a club: what is never counted together with another.
-- Grain: a session with at least one deal.
-- Key: session_id
-- Not null: session_id, club_id, group_id, club, session, rules, ordinal
-- Holds: ordinal >= 1
-- Kept: table
SELECT session_id, club_id, dense_rank() OVER (ORDER BY club_id, rules) AS group_id, club, session, date, season,
       table_name, scorer, rules, options, settled,
       row_number() OVER (PARTITION BY club_id ORDER BY date NULLS LAST, session) AS ordinal
FROM staging.sessions
