-- Grain: something against the rules in a version of a deal, or in a session (`deal` empty).
-- Key: club, session, deal, version, finding.
SELECT club, session, number AS deal, version, finding, code, severity, player, trick,
       card, rule
FROM computed.named_findings
ORDER BY club, session, deal, version, finding;
