-- What people decide about the records: which of two versions stands, what a slip of transcription should read.
-- Grain of each table: a decision. It applies from its event on, in the order of events; `undone` is the event that
-- took it back.

CREATE SCHEMA ruled;

CREATE TABLE ruled.corrections (
    event      BIGINT PRIMARY KEY,
    session_id INTEGER NOT NULL,
    number     BIGINT NOT NULL,
    original   VARCHAR NOT NULL,            -- the record as it was, a line of the JSON Lines form
    corrected  VARCHAR NOT NULL,            -- the record as it is to read
    changes    VARCHAR NOT NULL,            -- JSON: [[line as it was, or null], [line as it is to read, or null]]…
    reason     VARCHAR NOT NULL,
    person     VARCHAR NOT NULL,
    undone     BIGINT
);

CREATE TABLE ruled.resolutions (
    event      BIGINT PRIMARY KEY,
    session_id INTEGER NOT NULL,
    number     BIGINT,                      -- null: which rules the session is played by
    kept       VARCHAR NOT NULL,            -- the content hash of the version that stands (of a head: its hash)
    rejected  VARCHAR[] NOT NULL,
    reason     VARCHAR NOT NULL,
    person     VARCHAR NOT NULL,
    undone     BIGINT
);

-- A decision changes what a record says without a new record: the deal says which decisions it rests on.
ALTER TABLE computed.deals ADD COLUMN decisions BIGINT[];
