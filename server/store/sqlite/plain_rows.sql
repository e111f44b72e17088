-- Turns a copy of a database into one that SQLite alone can read: all inputs become rows of the table `journal`, as
-- they were written. No server can open it any more.
--   engawad --backup plain.db
--   sqlite3 -bail plain.db < server/store/sqlite/plain_rows.sql
-- Packed inputs are an array of texts, or columns: server/store/input_columns.hpp.
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
PRAGMA application_id = 0;
PRAGMA user_version = 0;
COMMIT;
