-- The sessions, with how their deals were judged, and the fondo as far as it is known: `fondo_first` and `fondo_last` are
-- the first and the last that is, `fondo_highest` the most, at the start or the end of a deal.
-- Grain: a session.
-- Key: club, session
-- Not null: club, session, rules, ordinal, deals, in_conflict, with_ledger
-- Holds: in_conflict <= deals
-- Holds: with_ledger <= deals
SELECT club, session, date, season, table_name, scorer, rules, options, settled, ordinal, deals, in_conflict,
       with_ledger, confirmed, discrepant, carried, illegal, undetermined, fondo_first, fondo_last, fondo_highest
FROM core.session_deals
JOIN core.sessions USING (session_id)
