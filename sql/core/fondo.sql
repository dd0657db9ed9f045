-- What became of the fondo in each deal of which it is known. `is_taken`: a payment out of it left it empty, whatever was
-- paid in after. `before`: what it held before the stakes; `highest`: the most that it held, at the start or the end.
-- Grain: a deal whose ledger and fondo are known.
-- Key: session_id, number
-- Not null: session_id, number, is_taken, highest, before
-- Holds: highest >= before
SELECT session_id, number, coalesce(fondo_end = 0 AND takings > 0 OR left_empty, false) AS is_taken,
       greatest(fondo_start, fondo_end) AS highest, fondo_end - coalesce(into_fondo, 0) AS before
FROM core.deals
LEFT JOIN (
    SELECT session_id, number, count(*) FILTER (payer = -1) AS takings,
           sum(CASE WHEN payer = -1 THEN -amount ELSE amount END)::BIGINT AS into_fondo
    FROM staging.ledger
    WHERE payer = -1 OR payee = -1
    GROUP BY ALL
) USING (session_id, number)
LEFT JOIN (
    -- What is left after an entry is what the end holds, without what came after it.
    SELECT session_id, number, bool_or(payer = -1 AND fondo_end - after = 0) AS left_empty
    FROM (
        SELECT session_id, number, payer, fondo_end,
               coalesce(sum(CASE WHEN payer = -1 THEN -amount ELSE amount END) OVER (
                   PARTITION BY session_id, number ORDER BY entry DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
               ), 0) AS after
        FROM staging.ledger
        JOIN core.deals USING (session_id, number)
        WHERE (payer = -1 OR payee = -1) AND fondo_end > 0 AND excluded IS NULL
    )
    GROUP BY ALL
) USING (session_id, number)
WHERE excluded IS NULL AND has_ledger AND fondo_end IS NOT NULL
