-- Who sat where, in each order of players that deals were seated in.
-- Grain: a place in an order of players.
-- Key: lineup_id, place
-- Not null: lineup_id, session_id, place, name
SELECT lineup_id, session_id, (place - 1)::TINYINT AS place, players[place] AS name
FROM (SELECT *, unnest(range(1, len(players) + 1)) AS place FROM club.recorded.lineups)
