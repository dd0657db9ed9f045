-- The sessions, each with what it came to. Tantos moved and the fondo are those of deals whose ledger is known.
-- Grain: a session.
-- Key: club, session
-- Not null: club, session, rules, ordinal, deals, in_conflict, with_ledger
-- Holds: in_conflict <= deals
-- Holds: with_ledger <= deals
SELECT club, session, date, season, table_name, scorer, rules, options, settled, ordinal, deals, in_conflict,
       with_ledger, confirmed, discrepant, carried, illegal, undetermined, fondo_first, fondo_last, fondo_highest
FROM (
    SELECT session_id, count(*) AS deals, count(*) FILTER (excluded = 'conflict') AS in_conflict,
           count(*) FILTER (has_ledger) AS with_ledger, count(*) FILTER (status = 'confirmed') AS confirmed,
           count(*) FILTER (status = 'discrepant') AS discrepant, count(*) FILTER (status = 'carried') AS carried,
           count(*) FILTER (status = 'illegal') AS illegal, count(*) FILTER (status = 'undetermined') AS undetermined,
           min_by(fondo_start, number) AS fondo_first, max_by(fondo_end, number) AS fondo_last,
           max(greatest(fondo_start, fondo_end)) AS fondo_highest
    FROM core.deals GROUP BY session_id
)
JOIN core.sessions USING (session_id)
