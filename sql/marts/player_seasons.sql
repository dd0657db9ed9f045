-- What each person came to in each season; sessions without a date are in the row without a season.
-- Grain: a person in a season, under a ruleset.
-- Key: club, rules, person, season
-- Not null: club, rules, person, sessions, deals
-- Holds: wins <= deals
SELECT club, rules, person, season, count(*) AS sessions, sum(dealt)::BIGINT AS deals, sum(wins)::BIGINT AS wins,
       sum(decided)::BIGINT AS decided, sum(net)::BIGINT AS net, sum(deals)::BIGINT AS with_net,
       sum(points)::BIGINT AS points, sum(with_points)::BIGINT AS with_points,
       min(date) AS first_date, max(date) AS last_date
FROM core.evenings
JOIN core.sessions USING (session_id)
JOIN core.persons USING (club_id, person_id)
GROUP BY club, rules, person, season
