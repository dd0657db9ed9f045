-- Grain: a movement of tantos in the settlement of a deal. Key: club, session, deal, version, entry.
SELECT club, session, number AS deal, version, entry, trick, rule,
       payer AS "from", payee AS "to", amount
FROM computed.named_ledger
ORDER BY club, session, deal, version, entry;
