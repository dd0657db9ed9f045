-- How the deals of each session were judged, and the fondo as far as it is known.
-- Grain: a session.
-- Key: session_id
-- Not null: session_id, deals, in_conflict, with_ledger
-- Holds: in_conflict <= deals
-- Holds: with_ledger <= deals
-- Holds: fondo_first <= fondo_highest AND fondo_last <= fondo_highest
SELECT session_id, count(*) AS deals, count(*) FILTER (excluded = 'conflict') AS in_conflict,
       count(*) FILTER (has_ledger) AS with_ledger, count(*) FILTER (status = 'confirmed') AS confirmed,
       count(*) FILTER (status = 'discrepant') AS discrepant, count(*) FILTER (status = 'carried') AS carried,
       count(*) FILTER (status = 'illegal') AS illegal, count(*) FILTER (status = 'undetermined') AS undetermined,
       min_by(fondo_start, number) AS fondo_first, max_by(fondo_end, number) AS fondo_last,
       max(greatest(fondo_start, fondo_end)) AS fondo_highest
FROM core.deals
GROUP BY session_id
