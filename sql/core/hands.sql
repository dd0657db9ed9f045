-- What luck is measured on (`audit.stats.inputs.SEATS`), with numbers for names: millions of names take long to hand over.
-- Grain: a player at the table in a deal.
-- Key: group_id, ordinal, number, place
-- Not null: session_id, group_id, ordinal, number, place, person_id, sits_out, complete
SELECT session_id, group_id, ordinal, number, place, person_id, seat, sits_out, complete, net, fondo_start,
       quinola_held, aces_held, honours_held, height_held, voids_held, suit_0, suit_1, suit_2, suit_3
FROM core.seats
JOIN core.sessions USING (session_id)
JOIN core.deals USING (session_id, number)
