-- What the heads of a session say beside the rules of the log: at which table it was played, and who kept the score.
-- Grain: a session whose heads say a table or a scorer.
-- Key: session_id
-- Not null: session_id
-- Holds: table_name IS NOT NULL OR scorer IS NOT NULL
SELECT session_id,
       min_by(table_name, header_id) FILTER (table_name IS NOT NULL) AS table_name,
       min_by(scorer, header_id) FILTER (scorer IS NOT NULL) AS scorer
FROM (
    SELECT session_id, header_id,
           trim(coalesce(rest ->> '$.extras."x-mesa"', rest ->> '$.extras."x-table"')) AS table_name,
           trim(coalesce(rest ->> '$.extras."x-anotador"', rest ->> '$.extras."x-apontador"',
                         rest ->> '$.extras."x-scorer"')) AS scorer
    FROM club.recorded.headers
    WHERE rest IS NOT NULL
)
WHERE table_name IS NOT NULL OR scorer IS NOT NULL
GROUP BY session_id
