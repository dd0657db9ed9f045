-- Everything that is counted of a person's deals, added up. A sum is null where nothing is known to add, as for what the
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
       count(*) FILTER (renuncios > 0) AS with_renuncio,
       sum(quinola_held)::BIGINT AS quinola_held,
       sum(aces_held)::BIGINT AS aces_held,
       sum(honours_held)::BIGINT AS honours_held,
       sum(voids_held)::BIGINT AS voids_held,
       sum(height_held)::BIGINT AS height_held,
       sum(quinola_led)::BIGINT AS quinola_led,
       sum(quinola_placed)::BIGINT AS quinola_placed,
       sum(quinola_forced)::BIGINT AS quinola_forced,
       sum(quinola_placed_on)::BIGINT AS quinola_placed_on,
       sum(quinola_drawn)::BIGINT AS quinola_drawn,
       sum(quinola_won)::BIGINT AS quinola_won,
       sum(aces_placed)::BIGINT AS aces_placed,
       sum(aces_placed_on)::BIGINT AS aces_placed_on,
       sum(aces_forced)::BIGINT AS aces_forced,
       sum(aces_drawn)::BIGINT AS aces_drawn,
       sum(doubles_received)::BIGINT AS doubles_received,
       sum(doubles_paid)::BIGINT AS doubles_paid,
       sum(revesino_possible)::BIGINT AS revesino_possible,
       sum(revesino_undertaken)::BIGINT AS revesino_undertaken,
       sum(revesino_made)::BIGINT AS revesino_made,
       sum(revesino_cut)::BIGINT AS revesino_cut,
       sum(revesino_cutter)::BIGINT AS revesino_cutter,
       sum(napolitana_possible)::BIGINT AS napolitana_possible,
       sum(napolitana_announced)::BIGINT AS napolitana_announced,
       sum(napolitana_won)::BIGINT AS napolitana_won,
       sum(napolitana_lost)::BIGINT AS napolitana_lost,
       sum(napolitana_void)::BIGINT AS napolitana_void,
       sum(espagnolette_possible)::BIGINT AS espagnolette_possible,
       sum(espagnolette_declared)::BIGINT AS espagnolette_declared,
       sum(espagnolette_done)::BIGINT AS espagnolette_done,
       sum(espagnolette_failed)::BIGINT AS espagnolette_failed,
       sum(espagnolette_void)::BIGINT AS espagnolette_void,
       sum(bete)::BIGINT AS bete,
       sum(renuncios)::BIGINT AS renuncios,
       sum(quinola_dealt)::BIGINT AS quinola_dealt,
       sum(aces_dealt)::BIGINT AS aces_dealt,
       sum(honours_dealt)::BIGINT AS honours_dealt,
       sum(exchange_taken)::BIGINT AS exchange_taken
FROM core.seats
JOIN core.sessions USING (session_id)
WHERE NOT sits_out
GROUP BY club_id, rules, person_id
