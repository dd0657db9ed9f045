-- How well the scores were kept: recorded values by kind, and how many of them are wrong. `carried` are wrong only
-- because an earlier error was carried on; `undetermined` are in no rate.
-- Grain: a kind of value in a month, at a table, by a scorer, under a ruleset.
-- Key: club, rules, month, table_name, scorer, kind
-- Not null: club, rules, kind, confirmed, wrong, carried, undetermined
-- Holds: confirmed >= 0 AND wrong >= 0 AND carried >= 0 AND undetermined >= 0
SELECT club, rules, month, table_name, scorer, kind, confirmed, wrong, carried, undetermined
FROM core.scoring
