-- The ledgers as they are in the club's database; -1 is the fondo.
-- Grain: a movement of tantos in a version of a deal.
-- Key: session_id, number, version, entry
-- Not null: session_id, number, version, entry, rule, payer, payee, amount
-- Holds: amount > 0
-- Holds: payer <> payee
SELECT session_id, number, version, entry, trick, rule, payer, payee, amount
FROM club.computed.ledger
