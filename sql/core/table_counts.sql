-- How each person fares at each table, as far as the logs say at which one a session was played (`x-mesa`, `x-table`).
-- Grain: a person at a table, under a ruleset.
-- Key: club, rules, person, table_name
-- Not null: club, rules, person, sessions, deals
-- Holds: wins <= deals
SELECT club, rules, person, table_name, count(*) AS sessions, sum(dealt)::BIGINT AS deals, sum(wins)::BIGINT AS wins,
       sum(decided)::BIGINT AS decided, sum(net)::BIGINT AS net, sum(deals)::BIGINT AS with_net,
       sum(points)::BIGINT AS points, sum(with_points)::BIGINT AS with_points
FROM core.evenings
JOIN core.sessions USING (session_id)
JOIN core.persons USING (club_id, person_id)
GROUP BY club, rules, person, table_name
