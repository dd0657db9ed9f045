-- How each person fares in each seat; the dealer is seat 0. Deals of which nobody knows who dealt are counted in the row
-- without a seat.
-- Grain: a person in a seat, under a ruleset.
-- Key: club, rules, person, seat
-- Not null: club, rules, person, deals, excluded
-- Holds: wins <= decided
-- Holds: deals >= decided
SELECT club, rules, person, seat, count(*) AS deals, count(*) FILTER (won) AS wins, count(won) AS decided,
       avg(points) AS points, avg(tricks) AS tricks, avg(net) AS net, stddev_samp(net) AS net_deviation,
       count(*) - count(net) AS excluded
FROM core.seats
JOIN core.sessions USING (session_id)
JOIN core.persons USING (club_id, person_id)
WHERE NOT sits_out
GROUP BY club, rules, person, seat
