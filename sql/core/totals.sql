-- What rates are made from, added up over a person's deals. A sum is null where nothing is known to add, as for what the
-- game does not have.
-- Grain: a person who was dealt cards under a ruleset.
-- Key: club_id, rules, person_id
-- Not null: club_id, rules, person_id, dealt, complete
-- Holds: complete <= dealt
-- Holds: quinola_placed + quinola_led <= quinola_held
-- Holds: aces_placed + aces_forced <= aces_held
-- Holds: revesino_made + revesino_cut = revesino_undertaken
-- Kept: table
SELECT club_id, rules, person_id, count(*) AS dealt, count(*) FILTER (complete) AS complete,
       count(points) AS with_points, count(tricks) AS with_tricks, count(net) AS with_net, count(won) AS decided,
       count(quinola_dealt) AS with_hand, count(exchange_taken) AS with_exchange,
       count(*) FILTER (won) AS won, count(*) FILTER (points = 0) AS no_points,
       count(*) FILTER (tricks = 0) AS no_trick, count(*) FILTER (net > 0) AS gained,
       count(*) FILTER (renuncios > 0) AS with_renuncio, sum(bete)::BIGINT AS bete,
       sum(exchange_taken)::BIGINT AS exchange_taken,
       sum(COLUMNS('^(?:quinola|revesino|napolitana|espagnolette)_.*|^aces_(?:held|placed|forced)$'))::BIGINT AS "\0"
FROM core.seats
JOIN core.sessions USING (session_id)
WHERE NOT sits_out
GROUP BY club_id, rules, person_id
