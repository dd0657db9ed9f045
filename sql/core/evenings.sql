-- What each person came to in each session. `dealt`: deals in which cards were dealt to him; `deals`: those of which his
-- net is known, also of one who sits out; `excluded`: those of which it is not. `ahead`: over all deals, how
-- many of the others came out behind (one who is level is half), of how many `opponents`.
-- Grain: a person in a session.
-- Key: session_id, person_id
-- Not null: session_id, person_id, dealt, deals, decided, with_points
-- Holds: wins <= decided
-- Holds: ahead <= opponents
-- Kept: table
SELECT session_id, person_id, count(*) FILTER (NOT sits_out) AS dealt, count(net)::BIGINT AS deals,
       sum(net)::BIGINT AS net, sum(net::DOUBLE * net) AS squares, count(*) FILTER (won AND NOT sits_out) AS wins,
       count(won) FILTER (NOT sits_out) AS decided, sum(points)::BIGINT AS points, count(points) AS with_points,
       sum(tricks)::BIGINT AS tricks, sum(ahead_halves) / 2 AS ahead, sum(opponents)::BIGINT AS opponents,
       count(*) - count(net) AS excluded
FROM core.seats
GROUP BY session_id, person_id
