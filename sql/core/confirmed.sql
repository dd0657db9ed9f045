-- How many recorded values are confirmed, by kind.
-- Grain: a kind of value in a session.
-- Key: session_id, kind
-- Not null: session_id, kind, confirmed
-- Holds: confirmed >= 0
SELECT session_id, unnest(['points', 'tricks', 'trick_winner', 'winner', 'payment', 'fondo_start', 'fondo_end', 'net',
                           'balance', 'dealer']) AS kind,
       unnest([sum(confirmed[1]), sum(confirmed[2]), sum(confirmed[3]), sum(confirmed[4]), sum(confirmed[5]),
               sum(confirmed[6]), sum(confirmed[7]), sum(confirmed[8]), sum(confirmed[9]), sum(confirmed[10])])::BIGINT
           AS confirmed
FROM staging.deals
GROUP BY session_id
