-- The first schema of a club's database.
--
-- recorded.*  what files say, as they say it; never changed by anything that was computed
-- computed.*  what the rules make of it, and how the two compare; may be thrown away and made anew
-- log.*       what was done to the database, one entry after the other; entries are never changed
--
-- Amounts are whole tantos. Lists by player follow `players` of their row. A person's name is a name only within
-- its club.

CREATE SCHEMA recorded;
CREATE SCHEMA computed;
CREATE SCHEMA log;

-- One row. Grain: the database. `generation` grows by one with each change that is published to readers.
CREATE TABLE log.store (
    schema_version INTEGER NOT NULL,
    generation     BIGINT NOT NULL,
    last_hash      VARCHAR NOT NULL         -- of the last entry of the log, so that one cut off is missed
);

-- Grain: something done. The chain: `commitment` is the hash of salt and data, `hash` that of the commitment, the
-- other columns and the `previous` hash. Without salt and data (a person was erased) the chain still holds.
CREATE TABLE log.events (
    event      BIGINT PRIMARY KEY,          -- from 1, without gaps
    kind       VARCHAR NOT NULL,
    done_at    VARCHAR NOT NULL,            -- ISO 8601, UTC
    tool       VARCHAR NOT NULL,            -- the version that did it
    rules_hash VARCHAR NOT NULL,            -- of all rulesets of that version
    data       VARCHAR,                     -- JSON: what was done
    salt       BLOB,
    commitment VARCHAR NOT NULL,
    previous   VARCHAR NOT NULL,
    hash       VARCHAR NOT NULL
);

-- ------------------------------------------------------------------------------------------------- recorded

-- Grain: a club.
CREATE TABLE recorded.clubs (
    club_id INTEGER PRIMARY KEY,
    name    VARCHAR NOT NULL UNIQUE
);

-- Grain: a session of a club.
CREATE TABLE recorded.sessions (
    session_id INTEGER PRIMARY KEY,
    club_id    INTEGER NOT NULL,
    name       VARCHAR NOT NULL,
    UNIQUE (club_id, name)
);

-- Grain: the content of a file, as it is read. The same content under another name is the same file; a score sheet
-- that is read by another mapping is another one.
CREATE TABLE recorded.files (
    file_id     BIGINT PRIMARY KEY,
    name        VARCHAR NOT NULL,           -- as it was named first
    sha256      VARCHAR NOT NULL UNIQUE,    -- of its content; behind `+` that of the mapping that a sheet is read by
    bytes       BIGINT NOT NULL,
    records     BIGINT NOT NULL             -- deals in it, readable or not
);

-- Grain: a file in an import. `undone` is the event that took the import back, or the import that brought another
-- reading of the same bytes; a file counts while one import that brought it does.
CREATE TABLE recorded.imports (
    event       BIGINT NOT NULL,
    file_id     BIGINT NOT NULL,
    undone      BIGINT,
    PRIMARY KEY (event, file_id)
);

-- Grain: a head that records of a session carry. Records that differ in it stand under two.
CREATE TABLE recorded.headers (
    header_id       BIGINT PRIMARY KEY,
    session_id      INTEGER NOT NULL,
    hash            VARCHAR NOT NULL UNIQUE,
    date            VARCHAR,
    rules           VARCHAR NOT NULL,       -- the ruleset as it is named
    options         VARCHAR NOT NULL,       -- JSON: house rules as they are written, a list of [name, value]
    players         VARCHAR[] NOT NULL,     -- those first seated
    carried_fondo   BIGINT,
    carried_balance BIGINT[],
    rest            VARCHAR                 -- JSON: comments and x- keys
);

-- Grain: what a record says of a deal; two files that say it alike share the row.
CREATE TABLE recorded.records (
    record_id    BIGINT PRIMARY KEY,
    session_id   INTEGER NOT NULL,
    number       BIGINT NOT NULL,
    header_id    BIGINT NOT NULL,
    hash         VARCHAR NOT NULL UNIQUE,   -- of all that it says, the head included
    content_hash VARCHAR NOT NULL,          -- of what makes it the same deal (no notes, no labels)
    players      VARCHAR[] NOT NULL,
    plays        BLOB NOT NULL,             -- one value a trick: leader's place, cards in order of play
    rest         BLOB NOT NULL              -- everything else, as MessagePack
);

-- Grain: a place where a record stands.
CREATE TABLE recorded.sources (
    record_id BIGINT NOT NULL,
    file_id   BIGINT NOT NULL,
    line      BIGINT NOT NULL,
    places    BLOB NOT NULL                 -- the lines of its fields, as MessagePack
);

-- Grain: something in a file that could not be read.
CREATE TABLE recorded.problems (
    file_id  BIGINT NOT NULL,
    line     BIGINT NOT NULL,
    "column" BIGINT NOT NULL,
    code     VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    what     VARCHAR NOT NULL,              -- tells problems of one code apart
    excerpt  VARCHAR NOT NULL,
    params   VARCHAR NOT NULL               -- JSON
);

-- Grain: a record that could not be taken as a deal.
CREATE TABLE recorded.quarantined (
    file_id BIGINT NOT NULL,
    line    BIGINT NOT NULL,
    code    VARCHAR NOT NULL
);

-- ------------------------------------------------------------------------------------------------- computed

-- Grain: a session with at least one deal that stands.
CREATE TABLE computed.sessions (
    session_id  INTEGER PRIMARY KEY,
    date        VARCHAR,
    rules       VARCHAR NOT NULL,
    options     VARCHAR NOT NULL,           -- JSON: house rules that differ from the ruleset's defaults
    rules_hash  VARCHAR,                    -- of the ruleset that it was settled by; null: it could not be
    settled     BOOLEAN NOT NULL,
    heads_differ BOOLEAN NOT NULL,         -- its records name different rules, or bring different fondos or balances
    known       BIGINT NOT NULL,            -- records that others contain
    assumptions VARCHAR[] NOT NULL          -- house amounts left at an assumed default that an entry rests on
);

-- Grain: a player of a session, in the order of first appearance.
CREATE TABLE computed.players (
    session_id    INTEGER NOT NULL,
    place         INTEGER NOT NULL,
    player        VARCHAR NOT NULL,
    final_balance BIGINT,                   -- null: not determined
    PRIMARY KEY (session_id, player)
);

-- Grain: a version of a deal; there is one, unless records contradict each other.
CREATE TABLE computed.deals (
    session_id    INTEGER NOT NULL,
    number        BIGINT NOT NULL,
    version       INTEGER NOT NULL,         -- from 1
    record_id     BIGINT NOT NULL,          -- the record that stands
    status        VARCHAR NOT NULL,
    players       VARCHAR[] NOT NULL,
    dealer        VARCHAR,                  -- as recorded
    winner        VARCHAR,
    points        INTEGER[] NOT NULL,       -- null: not known, or sits out
    tricks        INTEGER[] NOT NULL,
    trick_winners VARCHAR[] NOT NULL,
    net           BIGINT[] NOT NULL,
    fondo_start   BIGINT,
    fondo_end     BIGINT,
    has_ledger    BOOLEAN NOT NULL,
    PRIMARY KEY (session_id, number, version)
);

-- Grain: a movement of tantos in the settlement of a deal.
CREATE TABLE computed.ledger (
    session_id INTEGER NOT NULL,
    number     BIGINT NOT NULL,
    version    INTEGER NOT NULL,
    entry      INTEGER NOT NULL,            -- from 1, in the order of settlement
    trick      INTEGER,
    rule       VARCHAR NOT NULL,
    payer      VARCHAR NOT NULL,            -- a player or `fondo`
    payee      VARCHAR NOT NULL,
    amount     BIGINT NOT NULL,
    PRIMARY KEY (session_id, number, version, entry)
);

-- Grain: a recorded value and the verdict on it. A value that is a player stands in the *_player columns.
CREATE TABLE computed.claims (
    session_id      INTEGER NOT NULL,
    number          BIGINT NOT NULL,
    version         INTEGER NOT NULL,
    claim           INTEGER NOT NULL,       -- from 1, within the deal
    kind            VARCHAR NOT NULL,
    player          VARCHAR,
    trick           INTEGER,
    payer           VARCHAR,
    payee           VARCHAR,
    recorded        BIGINT,
    recorded_player VARCHAR,
    computed        BIGINT,
    computed_player VARCHAR,
    verdict         VARCHAR NOT NULL,
    rule            VARCHAR,
    reason          VARCHAR,                -- why it is undetermined
    carried_from    BIGINT,                 -- the deal whose error was carried on to here
    PRIMARY KEY (session_id, number, version, claim)
);

-- Grain: something against the rules in a deal, or in a session (`number` null).
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

-- Grain: a file that counts.
CREATE VIEW recorded.live_files AS
SELECT *
FROM recorded.files
WHERE file_id IN (SELECT file_id FROM recorded.imports WHERE undone IS NULL);
