-- Made for millions of deals: every column is a plain value or a list, so that whole columns are put in at once and
-- nothing is done deal by deal. What most records say has its own column; the order of players that deals share is
-- named by a number, and a player of a deal by his seat in it, from 0 (-1 is the fondo). Confirmed values are counted;
-- only those that are not have a row.
--
-- The large tables have no keys that DuckDB checks: an index of ten million entries costs more memory and time than
-- the rows. `Key` says what identifies a row; rows come session by session, so that those of a session are found by
-- the ranges that DuckDB keeps of each block. Grain of each table: as its comment says.
--
-- What the second schema held is set aside in `second_schema`, and dropped once it is put in again.

CREATE SCHEMA second_schema;
CREATE TABLE second_schema.sessions AS FROM recorded.sessions;
CREATE TABLE second_schema.headers AS FROM recorded.headers;
CREATE TABLE second_schema.records AS FROM recorded.records;
CREATE TABLE second_schema.sources AS FROM recorded.sources;
CREATE TABLE second_schema.judged AS FROM computed.sessions;
CREATE TABLE second_schema.players AS FROM computed.players;
CREATE TABLE second_schema.deals AS FROM computed.deals;
CREATE TABLE second_schema.ledger AS FROM computed.ledger;
CREATE TABLE second_schema.claims AS FROM computed.claims;
CREATE TABLE second_schema.findings AS FROM computed.findings;
DROP VIEW recorded.named_sessions;
DROP TABLE recorded.sessions;
DROP TABLE recorded.headers;
DROP TABLE recorded.records;
DROP TABLE recorded.sources;
DROP TABLE computed.sessions;
DROP TABLE computed.players;
DROP TABLE computed.deals;
DROP TABLE computed.ledger;
DROP TABLE computed.claims;
DROP TABLE computed.findings;

-- ------------------------------------------------------------------------------------------------- recorded

-- Grain: a session of a club. Key: session_id; club_id, name.
CREATE TABLE recorded.sessions (
    session_id INTEGER NOT NULL,
    club_id    INTEGER NOT NULL,
    name       VARCHAR NOT NULL
);

-- Grain: a head that records of a session carry. Records that differ in it stand under two. Key: header_id.
CREATE TABLE recorded.headers (
    header_id       BIGINT NOT NULL,
    session_id      INTEGER NOT NULL,
    hash            VARCHAR,                -- null: not computed yet
    date            VARCHAR,
    rules           VARCHAR NOT NULL,       -- the ruleset as it is named
    options         VARCHAR NOT NULL,       -- JSON: house rules as they are written, a list of [name, value]
    players         VARCHAR[] NOT NULL,     -- those first seated
    carried_fondo   BIGINT,
    carried_balance BIGINT[],
    rest            VARCHAR                 -- JSON: comments and x- keys
);

-- Grain: an order of players in which deals of a session were seated. Key: lineup_id; session_id, players.
CREATE TABLE recorded.lineups (
    lineup_id  BIGINT NOT NULL,
    session_id INTEGER NOT NULL,
    players    VARCHAR[] NOT NULL           -- in order of play; a player's seat is his place in it, from 0
);

-- Grain: what a record says of a deal; two files that say it alike share the row. Key: record_id; hash, once computed.
-- Null: not recorded. Lists by player follow the lineup.
CREATE TABLE recorded.records (
    record_id     BIGINT NOT NULL,
    session_id    INTEGER NOT NULL,
    number        BIGINT NOT NULL,
    header_id     BIGINT NOT NULL,
    lineup_id     BIGINT NOT NULL,
    hash          VARCHAR,                  -- of all that it says, the head included; null: not computed yet
    content_hash  VARCHAR,                  -- of what makes it the same deal (no notes, no labels); likewise
    -- A byte for the width, then for each trick the leader's seat and as many cards in order of play. Bytes of
    -- cards do not shrink; to try it would cost twenty times the writing.
    plays         BLOB NOT NULL USING COMPRESSION uncompressed,
    dealer        TINYINT,
    hands         UTINYINT[][],             -- by seat, as dealt
    stock         UTINYINT[],
    exchanges     STRUCT(player TINYINT, discard UTINYINT, take UTINYINT)[],
    napolitana    TINYINT,                  -- who declared it
    espagnolette  TINYINT,
    revesino      TINYINT,
    points        BIGINT[],
    tricks        BIGINT[],
    trick_winners TINYINT[],                -- by trick, as far as one is recorded
    winner        TINYINT,
    payments      STRUCT(trick TINYINT, payer TINYINT, payee TINYINT, amount BIGINT, label VARCHAR)[],
    fondo_start   BIGINT,
    fondo_end     BIGINT,
    net           BIGINT[],
    balance       BIGINT[],
    note          VARCHAR,
    rest          BLOB                      -- what few records say, as MessagePack; null: nothing more
);

-- Grain: a place where a record stands. No key: a file may say the same twice on a line of its own.
CREATE TABLE recorded.sources (
    record_id   BIGINT NOT NULL,
    file_id     BIGINT NOT NULL,
    line        BIGINT NOT NULL,
    header_line BIGINT,                     -- null: as `places` say
    places      BLOB                        -- the lines of its fields, as MessagePack; null: all stand where it begins
);

-- ------------------------------------------------------------------------------------------------- computed

-- Grain: a session with at least one deal that stands. Key: session_id.
CREATE TABLE computed.sessions (
    session_id   INTEGER NOT NULL,
    date         VARCHAR,
    rules        VARCHAR NOT NULL,
    options      VARCHAR NOT NULL,          -- JSON: house rules that differ from the ruleset's defaults
    rules_hash   VARCHAR,                   -- of the ruleset that it was settled by; null: it could not be
    settled      BOOLEAN NOT NULL,
    heads_differ BOOLEAN NOT NULL,          -- its records name different rules, or bring different fondos or balances
    known        BIGINT NOT NULL,           -- records that others contain
    assumptions  VARCHAR[] NOT NULL         -- house amounts left at an assumed default that an entry rests on
);

-- Grain: a player of a session, in the order of first appearance. Key: session_id, player; session_id, place.
CREATE TABLE computed.players (
    session_id    INTEGER NOT NULL,
    place         INTEGER NOT NULL,         -- from 0
    player        VARCHAR NOT NULL,
    final_balance BIGINT                    -- null: not determined
);

-- Grain: a version of a deal; there is one, unless records contradict each other. Key: session_id, number, version.
CREATE TABLE computed.deals (
    session_id    INTEGER NOT NULL,
    number        BIGINT NOT NULL,
    version       INTEGER NOT NULL,         -- from 1
    record_id     BIGINT NOT NULL,          -- the record that stands
    lineup_id     BIGINT NOT NULL,
    status        VARCHAR NOT NULL,
    dealer        TINYINT,                  -- as recorded
    winner        TINYINT,
    points        INTEGER[] NOT NULL,       -- null: not known, or sits out
    tricks        INTEGER[] NOT NULL,
    trick_winners TINYINT[] NOT NULL,
    net           BIGINT[] NOT NULL,
    fondo_start   BIGINT,
    fondo_end     BIGINT,
    has_ledger    BOOLEAN NOT NULL,
    decisions     BIGINT[],                 -- that it rests on, by their events; null: none
    -- How many recorded values are confirmed: points, tricks, trick winners, winner, payments, fondo_start, fondo_end,
    -- net, balance, dealer.
    confirmed     INTEGER[] NOT NULL
);

-- Grain: a movement of tantos in the settlement of a deal. Key: session_id, number, version, entry.
CREATE TABLE computed.ledger (
    session_id INTEGER NOT NULL,
    number     BIGINT NOT NULL,
    version    INTEGER NOT NULL,
    entry      INTEGER NOT NULL,            -- from 1, in the order of settlement
    trick      TINYINT,
    rule       VARCHAR NOT NULL,
    payer      TINYINT NOT NULL,            -- a seat, or -1: the fondo
    payee      TINYINT NOT NULL,
    amount     BIGINT NOT NULL
);

-- Grain: a recorded value that is not confirmed, and the verdict on it. A value that is a player stands in the
-- *_player columns. Key: session_id, number, version, claim.
CREATE TABLE computed.claims (
    session_id      INTEGER NOT NULL,
    number          BIGINT NOT NULL,
    version         INTEGER NOT NULL,
    claim           INTEGER NOT NULL,       -- from 1: its place among all recorded values of the deal
    kind            VARCHAR NOT NULL,
    player          VARCHAR,
    trick           INTEGER,
    payer           VARCHAR,
    payee           VARCHAR,
    recorded        BIGINT,
    recorded_player VARCHAR,
    computed        BIGINT,
    computed_player VARCHAR,
    verdict         VARCHAR NOT NULL,       -- contradicted or undetermined
    rule            VARCHAR,
    reason          VARCHAR,                -- why it is undetermined
    carried_from    BIGINT                  -- the deal whose error was carried on to here
);

-- Grain: something against the rules in a deal, or in a session (`number` null). Key: session_id, number, version,
-- finding.
CREATE TABLE computed.findings (
    session_id INTEGER NOT NULL,
    number     BIGINT,
    version    INTEGER,
    finding    INTEGER NOT NULL,            -- from 1, within the deal
    code       VARCHAR NOT NULL,
    severity   VARCHAR NOT NULL,
    player     VARCHAR,
    trick      INTEGER,
    card       VARCHAR,
    line       BIGINT,
    rule       VARCHAR,
    params     VARCHAR NOT NULL             -- JSON
);

-- -------------------------------------------------------------------------------------------------- names

-- Grain: a session, with the names by which people know it.
CREATE VIEW recorded.named_sessions AS
SELECT session_id, clubs.name AS club, sessions.name AS session
FROM recorded.sessions
JOIN recorded.clubs USING (club_id);

-- Grain: a version of a deal, its players by name.
CREATE VIEW computed.named_deals AS
SELECT club, session, session_id, number, version, record_id, lineup_id, status, players,
       players[dealer + 1] AS dealer, players[winner + 1] AS winner, points, tricks,
       list_transform(trick_winners, lambda seat: players[seat + 1]) AS trick_winners,
       net, fondo_start, fondo_end, has_ledger, decisions, confirmed
FROM computed.deals
JOIN recorded.lineups USING (session_id, lineup_id)
JOIN recorded.named_sessions USING (session_id);

-- Grain: a movement of tantos, its accounts by name; `fondo` is the pot.
CREATE VIEW computed.named_ledger AS
SELECT club, session, session_id, number, version, entry, trick, rule,
       if(payer = -1, 'fondo', players[payer + 1]) AS payer, if(payee = -1, 'fondo', players[payee + 1]) AS payee,
       amount
FROM computed.ledger
JOIN computed.deals USING (session_id, number, version)
JOIN recorded.lineups USING (session_id, lineup_id)
JOIN recorded.named_sessions USING (session_id);

-- Grain: a recorded value that is not confirmed.
CREATE VIEW computed.named_claims AS
SELECT club, session, claims.*
FROM computed.claims
JOIN recorded.named_sessions USING (session_id);

-- Grain: something against the rules in a deal or a session.
CREATE VIEW computed.named_findings AS
SELECT club, session, findings.*
FROM computed.findings
JOIN recorded.named_sessions USING (session_id);

-- ---------------------------------------------------------------------------- what the second schema held

INSERT INTO recorded.sessions SELECT * FROM second_schema.sessions ORDER BY session_id;
INSERT INTO recorded.headers BY NAME SELECT * FROM second_schema.headers ORDER BY header_id;
INSERT INTO recorded.lineups
SELECT row_number() OVER (ORDER BY session_id, players), session_id, players
FROM (SELECT session_id, players FROM second_schema.records UNION SELECT session_id, players FROM second_schema.deals)
ORDER BY ALL;
INSERT INTO computed.sessions BY NAME SELECT * FROM second_schema.judged ORDER BY session_id;
INSERT INTO computed.players BY NAME SELECT * FROM second_schema.players ORDER BY session_id, place;
INSERT INTO computed.deals BY NAME
SELECT deals.* EXCLUDE (players, dealer, winner, trick_winners, decisions), lineup_id,
       list_position(players, dealer) - 1 AS dealer, list_position(players, winner) - 1 AS winner,
       list_transform(trick_winners, lambda name: list_position(players, name) - 1) AS trick_winners,
       CASE WHEN len(decisions) > 0 THEN decisions END AS decisions,
       list_transform(
           ['points', 'tricks', 'trick_winner', 'winner', 'payment', 'fondo_start', 'fondo_end', 'net', 'balance',
            'dealer'],
           lambda kind: coalesce(len(list_filter(kinds, lambda one: one = kind)), 0)
       ) AS confirmed
FROM second_schema.deals
JOIN recorded.lineups USING (session_id, players)
LEFT JOIN (
    SELECT session_id, number, version, list(kind) AS kinds
    FROM second_schema.claims WHERE verdict = 'confirmed' GROUP BY ALL
) USING (session_id, number, version)
ORDER BY session_id, number, version;
INSERT INTO computed.ledger BY NAME
SELECT ledger.* EXCLUDE (payer, payee),
       coalesce(list_position(players, payer), 0) - 1 AS payer, coalesce(list_position(players, payee), 0) - 1 AS payee
FROM second_schema.ledger
JOIN second_schema.deals USING (session_id, number, version)
ORDER BY session_id, number, version, entry;
INSERT INTO computed.claims BY NAME
SELECT * FROM second_schema.claims WHERE verdict <> 'confirmed' ORDER BY session_id, number, version, claim;
INSERT INTO computed.findings BY NAME
SELECT * FROM second_schema.findings ORDER BY session_id, number, version, finding;
