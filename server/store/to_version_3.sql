-- Makes of a database of version 7 one of version 3, which every newer program understands. With the server stopped:
--   sqlite3 -bail engawa.db < server/store/to_version_3.sql
-- Packed inputs are an array of texts, or columns: server/store/inputs/input_columns.hpp.
BEGIN IMMEDIATE;
CREATE TABLE inputs(room INTEGER NOT NULL REFERENCES rooms, seq INTEGER NOT NULL, input TEXT NOT NULL, UNIQUE(room, seq));
CREATE TABLE plain AS SELECT id, room, first, CAST(sqlar_uncompress(inputs, size) AS TEXT) AS text FROM packed;
INSERT INTO inputs SELECT room, first + key, value FROM plain, json_each(text) WHERE json_type(text) = 'array';
WITH places AS (
  SELECT plain.id, room, first + key AS seq, text, '[' || key || ']' AS place, key,
    SUM(value) OVER (PARTITION BY plain.id ORDER BY key) AS at
  FROM plain, json_each(text, '$.at')
), cells AS (
  SELECT *, text ->> ('$.who' || place) AS who, text ->> ('$.number' || place) AS number FROM places
), people AS (
  SELECT *, text -> ('$.people[' || who || '][0]') AS guest, text ->> ('$.people[' || who || '][1]') AS beginning,
    CASE WHEN number IS NOT NULL THEN SUM(number) OVER (PARTITION BY id, who ORDER BY key) END AS id_end FROM cells
)
INSERT INTO inputs SELECT room, seq, '{' || COALESCE('"in":' || NULLIF(text -> ('$.in' || place), 'null') || ',', '') || '"at":' || at ||
  COALESCE(',"until":' || (at + (text ->> ('$.until' || place))), '') ||
  COALESCE(',"seat":' || NULLIF(text -> ('$.seat' || place), 'null'), '') ||
  COALESCE(',"level":' || NULLIF(text -> ('$.level' || place), 'null'), '') ||
  COALESCE(',"lag":' || NULLIF(text -> ('$.lag' || place), 'null'), '') ||
  COALESCE(',"guest":' || guest, '') ||
  COALESCE(',"request":' || IIF(beginning IS NULL, id_end, json_quote(beginning || id_end)), '') ||
  COALESCE(',"request":' || NULLIF(text -> ('$.request' || place), 'null'), '') ||
  COALESCE(',"nick":' || NULLIF(text -> ('$.nick' || place), 'null'), '') ||
  COALESCE(',"text":' || NULLIF(text -> ('$.text' || place), 'null'), '') ||
  COALESCE(',"move":' || NULLIF(text -> ('$.move' || place), 'null'), '') || '}' FROM people;
INSERT OR IGNORE INTO inputs SELECT room, seq, input FROM journal;
DROP TABLE plain;
DROP TABLE packed;
DROP TABLE journal;
ALTER TABLE inputs RENAME TO journal;
DROP INDEX guests_seen;
DROP INDEX rooms_closed;
DROP INDEX records_kept;
ALTER TABLE guests DROP COLUMN seen_uptime;
ALTER TABLE rooms DROP COLUMN closed_uptime;
ALTER TABLE records DROP COLUMN kept_uptime;
CREATE INDEX guests_seen ON guests(seen_at);
CREATE INDEX rooms_closed ON rooms(closed, closed_at);
CREATE INDEX records_ended ON records(ended_at);
DROP TABLE uptime;
ALTER TABLE guests DROP COLUMN sum;
ALTER TABLE rooms DROP COLUMN sum;
ALTER TABLE rooms DROP COLUMN packed;
ALTER TABLE records DROP COLUMN sum;
DELETE FROM snapshots;
PRAGMA user_version = 3;
COMMIT;
