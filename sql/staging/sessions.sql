-- The sessions of all clubs. Whatever dates its deals fell on, a session is one session.
-- Grain: a session with at least one deal.
-- Key: session_id
-- Not null: session_id, club_id, club, session, rules, options, settled
-- Holds: season IS NULL = (date IS NULL)
SELECT session_id, club_id, clubs.name AS club, sessions.name AS session, try_cast(computed.date AS DATE) AS date,
       computed.rules, computed.options, computed.settled, computed.heads_differ, heads.table_name, heads.scorer,
       CASE WHEN by_calendar THEN season_year::VARCHAR
            ELSE season_year || '/' || lpad(((season_year + 1) % 100)::VARCHAR, 2, '0') END AS season
FROM (
    SELECT *, year(try_cast(date AS DATE)) - (strftime(try_cast(date AS DATE), '%m-%d') < season_begins)::INTEGER
              AS season_year
    FROM club.computed.sessions, staging.settings
) AS computed
JOIN club.recorded.sessions AS sessions USING (session_id)
JOIN club.recorded.clubs AS clubs USING (club_id)
LEFT JOIN staging.heads AS heads USING (session_id)
