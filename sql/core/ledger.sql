-- The ledgers of the deals that are in the statistics, with persons for seats; null is the fondo.
-- Grain: a movement of tantos in a deal.
-- Key: session_id, number, entry
-- Not null: session_id, number, entry, rule, amount
-- Holds: payer_id IS NOT NULL OR payee_id IS NOT NULL
SELECT ledger.session_id, ledger.number, ledger.entry, ledger.trick, ledger.rule, payers.person_id AS payer_id,
       payees.person_id AS payee_id, ledger.amount
FROM staging.ledger
JOIN core.deals ON deals.session_id = ledger.session_id AND deals.number = ledger.number
LEFT JOIN core.lineups AS payers ON payers.lineup_id = deals.lineup_id AND payers.place = ledger.payer
LEFT JOIN core.lineups AS payees ON payees.lineup_id = deals.lineup_id AND payees.place = ledger.payee
WHERE deals.excluded IS NULL
