-- How well the scores were kept in all: recorded values by kind, and how many of them are wrong, as in `scoring`.
-- Grain: a kind of value under a ruleset.
-- Key: club, rules, kind
-- Not null: club, rules, kind, confirmed, wrong, carried, undetermined
-- Holds: confirmed + wrong + carried + undetermined > 0
SELECT club, rules, kind, sum(confirmed)::BIGINT AS confirmed, sum(wrong)::BIGINT AS wrong,
       sum(carried)::BIGINT AS carried, sum(undetermined)::BIGINT AS undetermined
FROM core.scoring
GROUP BY club, rules, kind
