import type { Migration } from '../../../lib/migrations.ts';

/** Version 7.0.10's tables of the airline, its fleet, people and schedules, column by column. */
export const airlineTables: Migration = {
  number: 1,
  name: '0001-airline-tables',
  up: (database) => database.exec(sql),
};

const sql = `
CREATE TABLE airlines (
  id integer PRIMARY KEY AUTOINCREMENT, icao varchar(5) NOT NULL, iata varchar(5), name varchar(50) NOT NULL,
  callsign varchar(191), country varchar(2), logo varchar(255), active tinyint(1) NOT NULL DEFAULT 1,
  total_flights bigint DEFAULT 0, total_time bigint DEFAULT 0, created_at timestamp, updated_at timestamp,
  deleted_at timestamp, UNIQUE (icao)
);
CREATE INDEX airlines_icao_index ON airlines (icao);
CREATE INDEX airlines_iata_index ON airlines (iata);
CREATE TABLE airports (
  id varchar(8) NOT NULL, iata varchar(5), icao varchar(8) NOT NULL, name varchar(100) NOT NULL,
  location varchar(100), region varchar(150), country varchar(64), timezone varchar(64),
  hub tinyint(1) NOT NULL DEFAULT 0, notes mediumtext, lat decimal(10,5) DEFAULT 0.00000,
  lon decimal(11,5) DEFAULT 0.00000, elevation int, ground_handling_cost decimal(8,2) DEFAULT 0.00,
  fuel_100ll_cost decimal(8,2) DEFAULT 0.00, fuel_jeta_cost decimal(8,2) DEFAULT 0.00,
  fuel_mogas_cost decimal(8,2) DEFAULT 0.00, deleted_at timestamp, PRIMARY KEY (id)
);
CREATE INDEX airports_icao_index ON airports (icao);
CREATE INDEX airports_iata_index ON airports (iata);
CREATE INDEX airports_hub_index ON airports (hub);
CREATE TABLE subfleets (
  id integer PRIMARY KEY AUTOINCREMENT, airline_id int, hub_id varchar(8), type varchar(50) NOT NULL,
  simbrief_type varchar(20), name varchar(50) NOT NULL, cost_block_hour decimal(8,2) DEFAULT 0.00,
  cost_delay_minute decimal(8,2) DEFAULT 0.00, fuel_type tinyint,
  ground_handling_multiplier decimal(8,2) DEFAULT 100.00, cargo_capacity decimal(8,2), fuel_capacity decimal(8,2),
  gross_weight decimal(8,2), created_at timestamp, updated_at timestamp, deleted_at timestamp
);
CREATE TABLE subfleet_rank (
  rank_id int NOT NULL, subfleet_id int NOT NULL, acars_pay varchar(191), manual_pay varchar(191),
  PRIMARY KEY (rank_id,subfleet_id)
);
CREATE INDEX subfleet_rank_subfleet_id_rank_id_index ON subfleet_rank (subfleet_id,rank_id);
CREATE TABLE ranks (
  id integer PRIMARY KEY AUTOINCREMENT, name varchar(50) NOT NULL, image_url varchar(191),
  hours int NOT NULL DEFAULT 0, acars_base_pay_rate decimal(8,2) DEFAULT 0.00,
  manual_base_pay_rate decimal(8,2) DEFAULT 0.00, auto_approve_acars tinyint(1) DEFAULT 0,
  auto_approve_manual tinyint(1) DEFAULT 0, auto_promote tinyint(1) DEFAULT 1,
  auto_approve_above_score tinyint(1) DEFAULT 0, auto_approve_score smallint, created_at timestamp,
  updated_at timestamp, deleted_at timestamp, UNIQUE (name)
);
CREATE TABLE aircraft (
  id integer PRIMARY KEY AUTOINCREMENT, subfleet_id int NOT NULL, icao varchar(4), iata varchar(4),
  airport_id varchar(8), hub_id varchar(8), landing_time timestamp, name varchar(50) NOT NULL,
  registration varchar(10) COLLATE NOCASE, fin varchar(5), hex_code varchar(10), selcal varchar(5), dow decimal(10,2),
  mtow decimal(10,2) DEFAULT 0.00, mlw decimal(10,2), zfw decimal(10,2) DEFAULT 0.00, simbrief_type varchar(25),
  fuel_onboard decimal(8,2) DEFAULT 0.00, flight_time bigint DEFAULT 0, status char(1) NOT NULL DEFAULT 'A',
  state tinyint NOT NULL DEFAULT 0, created_at timestamp, updated_at timestamp, deleted_at timestamp,
  UNIQUE (registration), UNIQUE (fin)
);
CREATE INDEX aircraft_airport_id_index ON aircraft (airport_id);
CREATE TABLE users (
  id integer PRIMARY KEY AUTOINCREMENT, pilot_id bigint, callsign varchar(191), name varchar(191),
  email varchar(191) COLLATE NOCASE NOT NULL, password varchar(191) NOT NULL, api_key varchar(40), airline_id int NOT NULL,
  rank_id int, discord_id varchar(191) NOT NULL DEFAULT '',
  discord_private_channel_id varchar(191) NOT NULL DEFAULT '', ivao_id varchar(191) NOT NULL DEFAULT '',
  vatsim_id varchar(191) NOT NULL DEFAULT '', country varchar(2), home_airport_id varchar(8),
  curr_airport_id varchar(8), last_pirep_id varchar(36), flights bigint NOT NULL DEFAULT 0,
  flight_time bigint DEFAULT 0, transfer_time bigint DEFAULT 0, avatar varchar(191), timezone varchar(64),
  status tinyint DEFAULT 0, state tinyint DEFAULT 0, toc_accepted tinyint(1), opt_in tinyint(1), active tinyint(1),
  last_ip varchar(45), lastlogin_at timestamp, remember_token varchar(100), notes mediumtext, created_at timestamp,
  updated_at timestamp, deleted_at timestamp, email_verified_at timestamp, UNIQUE (email), UNIQUE (pilot_id)
);
CREATE INDEX users_email_index ON users (email);
CREATE INDEX users_api_key_index ON users (api_key);
CREATE TABLE flights (
  id varchar(36) NOT NULL, airline_id int NOT NULL, flight_number int NOT NULL, callsign varchar(4),
  route_code varchar(5), route_leg int, dpt_airport_id varchar(8) NOT NULL, arr_airport_id varchar(8) NOT NULL,
  alt_airport_id varchar(8), dpt_time varchar(10), arr_time varchar(10), level int DEFAULT 0,
  distance decimal(8,2) DEFAULT 0.00, flight_time int, flight_type char(1) NOT NULL DEFAULT 'J',
  load_factor decimal(5,2), load_factor_variance decimal(5,2), route text, pilot_pay decimal(8,2), notes text,
  scheduled tinyint(1) DEFAULT 0, days tinyint, start_date date, end_date date,
  has_bid tinyint(1) NOT NULL DEFAULT 0, active tinyint(1) NOT NULL DEFAULT 1,
  visible tinyint(1) NOT NULL DEFAULT 1, event_id int, user_id int, created_at timestamp, updated_at timestamp,
  deleted_at timestamp, owner_type varchar(191), owner_id varchar(36), PRIMARY KEY (id)
);
CREATE INDEX flights_flight_number_index ON flights (flight_number);
CREATE INDEX flights_dpt_airport_id_index ON flights (dpt_airport_id);
CREATE INDEX flights_arr_airport_id_index ON flights (arr_airport_id);
CREATE INDEX flights_owner_type_owner_id_index ON flights (owner_type,owner_id);
CREATE TABLE flight_subfleet (
  id integer PRIMARY KEY AUTOINCREMENT, subfleet_id int NOT NULL, flight_id varchar(36) NOT NULL
);
CREATE INDEX flight_subfleet_subfleet_id_flight_id_index ON flight_subfleet (subfleet_id,flight_id);
CREATE INDEX flight_subfleet_flight_id_subfleet_id_index ON flight_subfleet (flight_id,subfleet_id);
CREATE TABLE bids (
  id integer PRIMARY KEY AUTOINCREMENT, user_id int NOT NULL, flight_id varchar(36) NOT NULL, aircraft_id int,
  created_at timestamp, updated_at timestamp
);
CREATE INDEX bids_user_id_index ON bids (user_id);
CREATE INDEX bids_user_id_flight_id_index ON bids (user_id,flight_id);
CREATE TABLE settings (
  id varchar(191) NOT NULL, "offset" int NOT NULL DEFAULT 0, "order" int NOT NULL DEFAULT 99,
  "key" varchar(191) NOT NULL, name varchar(191) NOT NULL, value varchar(191) NOT NULL, "default" varchar(191),
  "group" varchar(191), type varchar(191), options text, description varchar(191), created_at timestamp,
  updated_at timestamp, PRIMARY KEY (id)
);
CREATE INDEX settings_key_index ON settings ("key");
CREATE TABLE modules (
  id integer PRIMARY KEY AUTOINCREMENT, name varchar(191) NOT NULL, enabled tinyint(1) NOT NULL DEFAULT 1,
  created_at timestamp, updated_at timestamp
);
`;
