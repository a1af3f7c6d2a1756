CREATE TABLE flights (
  pirep_id text PRIMARY KEY,
  pilot text NOT NULL,
  flown text NOT NULL,
  minutes integer,
  filed_at text NOT NULL,
  rejected integer NOT NULL DEFAULT 0
);
