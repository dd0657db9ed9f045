-- What each person came to in each session, with the running total.
-- Grain: a person in a session.
-- Key: club, session, person
-- Not null: club, rules, person, session, ordinal, deals
-- Holds: wins <= deals
SELECT club, rules, person, session, date, season, table_name, ordinal, dealt AS deals, wins, decided, points,
       with_points, tricks, net, deals AS with_net,
       sum(net) OVER (PARTITION BY club_id, rules, person_id ORDER BY ordinal)::BIGINT AS net_so_far
FROM core.evenings
JOIN core.sessions USING (session_id)
JOIN core.persons USING (club_id, person_id)
