-- Grain: a player in a version of a deal, as computed. Key: club, session, deal, version, player.
-- `seat` counts the players in the order of play, as the record lists them.
SELECT club, session, number AS deal, version, place AS seat,
       players[place] AS player, points[place] AS points, tricks[place] AS tricks, net[place] AS net
FROM (SELECT *, unnest(range(1, len(players) + 1)) AS place FROM computed.named_deals)
ORDER BY club, session, deal, version, seat;
