-- What was computed of each version of a deal; there is one, unless records contradict each other.
-- Grain: a version of a deal.
-- Key: session_id, number, version
-- Not null: session_id, number, version, record_id, lineup_id, status, has_ledger, confirmed
SELECT session_id, number, version, record_id, lineup_id, status, dealer, winner, fondo_start, fondo_end, has_ledger,
       confirmed
FROM club.computed.deals
