-- How often something happened, of how many times that it could have. What a game does not have has no row.
-- `excluded`: deals of that person of which it is not known.
-- Grain: a rate of a person under a ruleset.
-- Key: club, rules, person, statistic
-- Not null: club, rules, person, statistic, "count", "of", excluded
-- Holds: "count" BETWEEN 0 AND "of"
-- Holds: excluded >= 0
SELECT club, rules, person, statistic, "count", "of", excluded
FROM (
    SELECT club, rules, person, unnest([
        {statistic: 'won', count: won, of: decided, excluded: dealt - decided},
        {statistic: 'no_points', count: no_points, of: with_points, excluded: dealt - with_points},
        {statistic: 'no_trick', count: no_trick, of: with_tricks, excluded: dealt - with_tricks},
        {statistic: 'gained', count: gained, of: with_net, excluded: dealt - with_net},
        {statistic: 'bete', count: bete, of: complete, excluded: dealt - complete},
        {statistic: 'quinola_held', count: quinola_held, of: complete, excluded: dealt - complete},
        {statistic: 'quinola_dealt', count: quinola_dealt, of: with_hand, excluded: dealt - with_hand},
        {statistic: 'quinola_led', count: quinola_led, of: quinola_held, excluded: dealt - complete},
        {statistic: 'quinola_placed', count: quinola_placed, of: quinola_held, excluded: dealt - complete},
        {statistic: 'quinola_forced', count: quinola_forced, of: quinola_held, excluded: dealt - complete},
        {statistic: 'quinola_placed_on', count: quinola_placed_on, of: complete, excluded: dealt - complete},
        {statistic: 'quinola_drawn', count: quinola_drawn, of: complete, excluded: dealt - complete},
        {statistic: 'quinola_won', count: quinola_won, of: complete, excluded: dealt - complete},
        {statistic: 'aces_placed', count: aces_placed, of: aces_held, excluded: dealt - complete},
        {statistic: 'aces_forced', count: aces_forced, of: aces_held, excluded: dealt - complete},
        {statistic: 'revesino_possible', count: revesino_possible, of: complete, excluded: dealt - complete},
        {statistic: 'revesino_undertaken', count: revesino_undertaken, of: revesino_possible, excluded: dealt - complete},
        {statistic: 'revesino_made', count: revesino_made, of: revesino_undertaken, excluded: dealt - complete},
        {statistic: 'revesino_cut', count: revesino_cut, of: revesino_undertaken, excluded: dealt - complete},
        {statistic: 'revesino_cutter', count: revesino_cutter, of: complete, excluded: dealt - complete},
        {statistic: 'napolitana_possible', count: napolitana_possible, of: complete, excluded: dealt - complete},
        {statistic: 'napolitana_announced', count: napolitana_announced, of: complete, excluded: dealt - complete},
        {statistic: 'napolitana_won', count: napolitana_won, of: napolitana_announced, excluded: dealt - complete},
        {statistic: 'napolitana_lost', count: napolitana_lost, of: napolitana_announced, excluded: dealt - complete},
        {statistic: 'napolitana_void', count: napolitana_void, of: complete, excluded: dealt - complete},
        {statistic: 'espagnolette_possible', count: espagnolette_possible, of: complete, excluded: dealt - complete},
        {statistic: 'espagnolette_declared', count: espagnolette_declared, of: complete, excluded: dealt - complete},
        {statistic: 'espagnolette_done', count: espagnolette_done, of: espagnolette_declared, excluded: dealt - complete},
        {statistic: 'espagnolette_failed', count: espagnolette_failed, of: espagnolette_declared, excluded: dealt - complete},
        {statistic: 'espagnolette_void', count: espagnolette_void, of: complete, excluded: dealt - complete},
        {statistic: 'renuncio', count: with_renuncio, of: complete, excluded: dealt - complete},
        {statistic: 'exchange_taken', count: exchange_taken, of: with_exchange, excluded: dealt - with_exchange}
    ], recursive := true)
    FROM core.totals
    JOIN core.persons USING (club_id, person_id)
    JOIN (SELECT DISTINCT club_id, club FROM core.sessions) USING (club_id)
)
WHERE "count" IS NOT NULL AND "of" IS NOT NULL
