-- Grain: a player in a version of a deal, as computed. Key: club, session, deal, version, player.
SELECT clubs.name AS club, sessions.name AS session, number AS deal, version, place,
       players[place] AS player, points[place] AS points, tricks[place] AS tricks, net[place] AS net
FROM (SELECT *, unnest(range(1, len(players) + 1)) AS place FROM computed.deals)
JOIN recorded.sessions USING (session_id)
JOIN recorded.clubs USING (club_id)
ORDER BY club, session, deal, version, place;
