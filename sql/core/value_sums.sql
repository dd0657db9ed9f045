-- What is added up a deal, by session: deals of one session hang together, and sessions do not. The sums come first, in
-- columns, and only they are made rows: rows of all deals would take three times as long.
-- A net counts in every deal at the table, also of the dealer who sits out; the rest in those in which one is dealt cards.
-- Grain: a value a deal, of a person in a session.
-- Key: session_id, person_id, statistic
-- Not null: session_id, person_id, statistic, n, excluded
-- Holds: n >= 0 AND excluded >= 0 AND n + excluded > 0
SELECT session_id, person_id, statistic, n, total, squares, deals - n AS excluded
FROM (
    SELECT session_id, person_id, statistic, n, total, squares,
           CASE statistic WHEN 'net' THEN seated ELSE dealt END AS deals
    FROM (
        SELECT session_id, person_id, count(*) AS seated, count(*) FILTER (NOT sits_out) AS dealt,
               count(COLUMNS('^value_(.*)')) AS "n_\1",
               sum(COLUMNS('^value_(.*)'))::DOUBLE AS "total_\1",
               sum(COLUMNS('^value_(.*)')::DOUBLE * COLUMNS('^value_(.*)')) AS "squares_\1"
        FROM (
            SELECT session_id, person_id, sits_out,
                   points AS value_points, tricks AS value_tricks, net AS value_net,
                   aces_placed_on AS value_aces_placed_on, aces_drawn AS value_aces_drawn,
                   doubles_received AS value_doubles_received, doubles_paid AS value_doubles_paid,
                   honours_held AS value_honours_held, height_held AS value_height_held, voids_held AS value_voids_held,
                   aces_held AS value_aces_held, renuncios AS value_renuncios
            FROM core.seats
        )
        GROUP BY session_id, person_id
    )
    UNPIVOT INCLUDE NULLS (
        (n, total, squares) FOR statistic IN (
            (n_points, total_points, squares_points) AS points,
            (n_tricks, total_tricks, squares_tricks) AS tricks,
            (n_net, total_net, squares_net) AS net,
            (n_aces_placed_on, total_aces_placed_on, squares_aces_placed_on) AS aces_placed_on,
            (n_aces_drawn, total_aces_drawn, squares_aces_drawn) AS aces_drawn,
            (n_doubles_received, total_doubles_received, squares_doubles_received) AS doubles_received,
            (n_doubles_paid, total_doubles_paid, squares_doubles_paid) AS doubles_paid,
            (n_honours_held, total_honours_held, squares_honours_held) AS honours_held,
            (n_height_held, total_height_held, squares_height_held) AS height_held,
            (n_voids_held, total_voids_held, squares_voids_held) AS voids_held,
            (n_aces_held, total_aces_held, squares_aces_held) AS aces_held,
            (n_renuncios, total_renuncios, squares_renuncios) AS renuncios
        )
    )
)
WHERE deals > 0
