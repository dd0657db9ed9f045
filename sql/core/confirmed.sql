-- How many recorded values of the deals that are in the statistics are confirmed, by kind.
-- Grain: a kind of value in a session.
-- Key: session_id, kind
-- Not null: session_id, kind, confirmed
-- Holds: confirmed >= 0
SELECT session_id, kind, confirmed[place]::BIGINT AS confirmed
FROM (
    SELECT session_id,
           [sum(confirmed[1]), sum(confirmed[2]), sum(confirmed[3]), sum(confirmed[4]), sum(confirmed[5]),
            sum(confirmed[6]), sum(confirmed[7]), sum(confirmed[8]), sum(confirmed[9]), sum(confirmed[10])] AS confirmed
    FROM staging.deals
    ANTI JOIN (SELECT session_id, number FROM core.deals WHERE excluded IS NOT NULL) USING (session_id, number)
    GROUP BY session_id
)
CROSS JOIN staging.kinds
