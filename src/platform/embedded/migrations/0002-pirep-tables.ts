import type { Migration } from '../../../lib/migrations.ts';

/** Version 7.0.10's tables of PIREPs, column by column. */
export const pirepTables: Migration = {
  number: 2,
  name: '0002-pirep-tables',
  up: (database) => database.exec(sql),
};

const sql = `
CREATE TABLE pireps (
  id varchar(36) NOT NULL, user_id int NOT NULL, airline_id int NOT NULL, aircraft_id int, event_id int,
  flight_id varchar(36), flight_number varchar(10), route_code varchar(5), route_leg varchar(5),
  flight_type char(1) NOT NULL DEFAULT 'J', dpt_airport_id varchar(8) NOT NULL, arr_airport_id varchar(8) NOT NULL,
  alt_airport_id varchar(8), level int, distance decimal(8,2), planned_distance decimal(8,2), flight_time int,
  planned_flight_time int, zfw decimal(8,2), block_fuel decimal(8,2), fuel_used decimal(8,2),
  landing_rate decimal(8,2), score smallint, route text, notes text, source tinyint DEFAULT 0,
  source_name varchar(50), state smallint NOT NULL DEFAULT 1, status char(3) NOT NULL DEFAULT 'SCH',
  submitted_at datetime, block_off_time datetime, block_on_time datetime, created_at timestamp,
  updated_at timestamp, deleted_at timestamp, PRIMARY KEY (id)
);
CREATE INDEX pireps_user_id_index ON pireps (user_id);
CREATE INDEX pireps_state_index ON pireps (state);
CREATE INDEX pireps_flight_number_index ON pireps (flight_number);
CREATE INDEX pireps_dpt_airport_id_index ON pireps (dpt_airport_id);
CREATE INDEX pireps_arr_airport_id_index ON pireps (arr_airport_id);
CREATE TABLE pirep_field_values (
  id integer PRIMARY KEY AUTOINCREMENT, pirep_id varchar(36) NOT NULL, name varchar(50) NOT NULL, slug varchar(50),
  value varchar(191), source tinyint NOT NULL, created_at timestamp, updated_at timestamp
);
CREATE INDEX pirep_field_values_pirep_id_index ON pirep_field_values (pirep_id);
CREATE TABLE pirep_comments (
  id integer PRIMARY KEY AUTOINCREMENT, pirep_id varchar(36) NOT NULL, user_id int NOT NULL, comment text NOT NULL,
  created_at timestamp, updated_at timestamp
);
CREATE TABLE acars (
  id varchar(36) NOT NULL, pirep_id varchar(36) NOT NULL, type tinyint NOT NULL, nav_type int,
  "order" int NOT NULL DEFAULT 0, name varchar(191), status char(3) NOT NULL DEFAULT 'SCH', log varchar(191),
  lat decimal(10,5) DEFAULT 0.00000, lon decimal(11,5) DEFAULT 0.00000, distance int, heading int,
  altitude_agl decimal(8,2) DEFAULT 0.00, altitude_msl decimal(8,2) DEFAULT 0.00, vs double DEFAULT 0, gs int,
  ias int, transponder int, autopilot varchar(191), fuel decimal(8,2), fuel_flow decimal(8,2),
  sim_time varchar(191), created_at timestamp, updated_at timestamp, source varchar(5), PRIMARY KEY (id)
);
CREATE INDEX pirep_comments_pirep_id_index ON pirep_comments (pirep_id);
CREATE INDEX acars_pirep_id_index ON acars (pirep_id);
CREATE INDEX acars_created_at_index ON acars (created_at);
`;
