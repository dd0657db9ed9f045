-- Who is who: spellings of a player's name that are one person, and persons who were forgotten.
--
-- A name is a name only within its club. What was recorded keeps the names as they were written; who counts by person
-- joins `ruled.people`, and takes a name that has no row there for a person of its own.

-- Grain: a merging. From its event on, in this club, who is called `name` is the one called `person`, who may be
-- merged into another in turn; `undone` is the event that took it back. Of the mergings that hold, a name has at most
-- one, and following them never leads back: so each name ends at one person, whichever is undone.
CREATE TABLE ruled.aliases (
    event   BIGINT PRIMARY KEY,
    club_id INTEGER NOT NULL,
    name    VARCHAR NOT NULL,
    person  VARCHAR NOT NULL,
    reason  VARCHAR NOT NULL,
    by_whom VARCHAR NOT NULL,
    undone  BIGINT
);

-- Grain: a name that is another person's, and the person it ends at. Key: club_id, name.
CREATE VIEW ruled.people AS
WITH RECURSIVE standing AS (
    SELECT club_id, name, person FROM ruled.aliases WHERE undone IS NULL
), followed AS (
    SELECT club_id, name, person FROM standing
    UNION ALL
    SELECT followed.club_id, followed.name, standing.person
    FROM followed
    JOIN standing ON standing.club_id = followed.club_id AND standing.name = followed.person
)
SELECT club_id, name, person
FROM followed
WHERE (club_id, person) NOT IN (SELECT (club_id, name) FROM standing);

-- Grain: the database, once somebody was forgotten. Who has this key can try names against the hashes below.
CREATE TABLE ruled.secret (
    key BLOB NOT NULL
);

-- Grain: a word or name that was forgotten, and what stands in its place, so that logs that come again are read
-- without it. `hash` is keyed with the secret, over `kind`, the club for a player, and the name.
CREATE TABLE ruled.forgotten (
    event     BIGINT NOT NULL,
    kind      VARCHAR NOT NULL,             -- player, club, session, or text: whole words in what is free text
    hash      BLOB NOT NULL,
    words     INTEGER NOT NULL,             -- how many the name has
    pseudonym VARCHAR NOT NULL
);
