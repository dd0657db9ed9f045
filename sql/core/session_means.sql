-- What is added up a deal, by session: deals of one session hang together, and sessions do not.
-- Grain: a value a deal, of a person in a session.
-- Key: session_id, person_id, statistic
-- Not null: session_id, person_id, statistic, n, excluded
SELECT session_id, person_id, unnest([
           {statistic: 'points', n: count(points), total: sum(points)::DOUBLE, squares: sum(points::DOUBLE * points), excluded: count(*) - count(points)},
           {statistic: 'tricks', n: count(tricks), total: sum(tricks)::DOUBLE, squares: sum(tricks::DOUBLE * tricks), excluded: count(*) - count(tricks)},
           {statistic: 'net', n: count(net), total: sum(net)::DOUBLE, squares: sum(net::DOUBLE * net), excluded: count(*) - count(net)},
           {statistic: 'aces_placed_on', n: count(aces_placed_on), total: sum(aces_placed_on)::DOUBLE, squares: sum(aces_placed_on::DOUBLE * aces_placed_on), excluded: count(*) - count(aces_placed_on)},
           {statistic: 'aces_drawn', n: count(aces_drawn), total: sum(aces_drawn)::DOUBLE, squares: sum(aces_drawn::DOUBLE * aces_drawn), excluded: count(*) - count(aces_drawn)},
           {statistic: 'doubles_received', n: count(doubles_received), total: sum(doubles_received)::DOUBLE, squares: sum(doubles_received::DOUBLE * doubles_received), excluded: count(*) - count(doubles_received)},
           {statistic: 'doubles_paid', n: count(doubles_paid), total: sum(doubles_paid)::DOUBLE, squares: sum(doubles_paid::DOUBLE * doubles_paid), excluded: count(*) - count(doubles_paid)},
           {statistic: 'honours_held', n: count(honours_held), total: sum(honours_held)::DOUBLE, squares: sum(honours_held::DOUBLE * honours_held), excluded: count(*) - count(honours_held)},
           {statistic: 'height_held', n: count(height_held), total: sum(height_held)::DOUBLE, squares: sum(height_held::DOUBLE * height_held), excluded: count(*) - count(height_held)},
           {statistic: 'voids_held', n: count(voids_held), total: sum(voids_held)::DOUBLE, squares: sum(voids_held::DOUBLE * voids_held), excluded: count(*) - count(voids_held)},
           {statistic: 'aces_held', n: count(aces_held), total: sum(aces_held)::DOUBLE, squares: sum(aces_held::DOUBLE * aces_held), excluded: count(*) - count(aces_held)},
           {statistic: 'renuncios', n: count(renuncios), total: sum(renuncios)::DOUBLE, squares: sum(renuncios::DOUBLE * renuncios), excluded: count(*) - count(renuncios)}
       ], recursive := true)
FROM core.seats
WHERE NOT sits_out
GROUP BY session_id, person_id
