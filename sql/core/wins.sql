-- What streaks and the best and worst deals are told from (`audit.stats.inputs.WINS`), with numbers for names: millions of
-- names take long to hand over.
-- Grain: a player who was dealt cards in a deal.
-- Key: group_id, ordinal, number, place
-- Not null: group_id, ordinal, number, place, person_id
SELECT group_id, ordinal, number, place, person_id, won, net
FROM core.seats
JOIN core.sessions USING (session_id)
WHERE NOT sits_out
