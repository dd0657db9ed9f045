-- The players of a club under a ruleset, as they are ranked. Wins and means are of deals of which they are known; `small`
-- says that there are too few to tell much; `excluded` counts deals whose net is not known.
-- A net counts in every deal at the table, also of the dealer who sits out.
-- Grain: a person under a ruleset.
-- Key: club, rules, person
-- Not null: club, rules, person, names, sessions, deals, complete, excluded
-- Holds: wins <= decided
-- Holds: decided <= deals
-- Holds: win_low <= win_rate + 1e-9 AND win_rate <= win_high + 1e-9
-- Holds: net_low <= net_mean AND net_mean <= net_high
SELECT club, rules, person, persons.names, played.sessions, totals.dealt AS deals, totals.complete, totals.decided,
       totals.won AS wins, won.rate AS win_rate, won.low AS win_low, won.high AS win_high, won.shrunk AS win_shrunk,
       coalesce(won.small, true) AS small,
       points.mean AS points_mean, points.low AS points_low, points.high AS points_high,
       tricks.mean AS tricks_mean, tricks.low AS tricks_low, tricks.high AS tricks_high,
       played.net, played.net::DOUBLE / nullif(played.with_net, 0) AS net_per_session,
       a_deal.mean AS net_mean, a_deal.low AS net_low, a_deal.high AS net_high, a_deal.shrunk AS net_shrunk,
       coalesce(a_deal.small, true) AS net_small, played.deals_with_net AS with_net,
       played.excluded,
       mu AS rating, sigma AS rating_sigma, at_least AS rating_at_least, coalesce(rated.small, true) AS rating_small, first_date, last_date
FROM core.totals
JOIN core.persons USING (club_id, person_id)
JOIN (SELECT DISTINCT club_id, club FROM core.sessions) USING (club_id)
JOIN (
    SELECT rules, person_id, count(*) AS sessions, count(net) AS with_net, sum(net)::BIGINT AS net,
           sum(evenings.excluded)::BIGINT AS excluded, sum(deals)::BIGINT AS deals_with_net,
           min(date) AS first_date, max(date) AS last_date
    FROM core.evenings AS evenings JOIN core.sessions USING (session_id) GROUP BY ALL
) AS played USING (rules, person_id)
LEFT JOIN (FROM marts.player_rates WHERE statistic = 'won') AS won USING (club, rules, person)
LEFT JOIN (FROM marts.player_means WHERE statistic = 'points') AS points USING (club, rules, person)
LEFT JOIN (FROM marts.player_means WHERE statistic = 'tricks') AS tricks USING (club, rules, person)
LEFT JOIN (FROM marts.player_means WHERE statistic = 'net') AS a_deal USING (club, rules, person)
LEFT JOIN (SELECT club, rules, person, mu, sigma, at_least, small FROM marts.ratings) AS rated USING (club, rules, person)
