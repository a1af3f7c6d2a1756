/**
 * Releases whose tables differ in what we read or write; 7.0.3 to 7.0.10 are one. The last one is no release: the platform's
 * branch `main`, from which version 8 is to come, as its own migrations make the tables (all 70 of `mainCommit`, on PHP 8.4).
 */
export const releases = ['7.0.0-beta.4', '7.0.0-beta.5', '7.0.0', '7.0.10', 'main'] as const;
export type Release = (typeof releases)[number];
/** Of 2026-08-22. */
export const mainCommit = '905e161';

export function nameOf(release: Release): string {
  return release === 'main' ? `phpVMS 8 (main, ${mainCommit})` : `phpVMS ${release}`;
}

/**
 * The tables of a phpVMS 7 that Tracker touches, with the columns that this release's migrations make: types, widths and
 * defaults as `information_schema` shows them.
 */
export function schema(release: Release, prefix: string): string {
  const since = (from: Release, line: string) => (releases.indexOf(release) >= releases.indexOf(from) ? [line] : []);
  const before = (from: Release, line: string) => (releases.indexOf(release) < releases.indexOf(from) ? [line] : []);
  const airport = releases.indexOf(release) >= releases.indexOf('7.0.10') ? 8 : release === '7.0.0-beta.4' ? 4 : 5;
  const isMain = release === 'main';
  /** Texts without a width of their own. */
  const wide = `varchar(${isMain ? 255 : 191})`;
  const times = ['created_at timestamp NULL', 'updated_at timestamp NULL'];
  const deletable = since('7.0.0-beta.5', 'deleted_at timestamp NULL');
  const tables: Record<string, readonly string[]> = {
    airlines: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      `icao varchar(${isMain ? 12 : 5}) NOT NULL UNIQUE`,
      `iata varchar(${isMain ? 12 : 5}) NULL`,
      'name varchar(50) NOT NULL',
      `country varchar(${isMain ? 3 : 2}) NULL`,
      'logo varchar(255) NULL',
      'active tinyint(1) NOT NULL DEFAULT 1',
      ...times,
      ...deletable,
    ],
    airports: [
      `id varchar(${airport}) NOT NULL PRIMARY KEY`,
      `icao varchar(${airport}) NOT NULL`,
      `iata varchar(${isMain ? 8 : 5}) NULL`,
      'name varchar(100) NOT NULL',
      'country varchar(64) NULL',
      'hub tinyint(1) NOT NULL DEFAULT 0',
      'lat decimal(10,5) NULL DEFAULT 0',
      'lon decimal(11,5) NULL DEFAULT 0',
      ...deletable,
    ],
    ranks: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'name varchar(50) NOT NULL',
      `image_url ${wide} NULL`,
      'hours int unsigned NOT NULL DEFAULT 0',
      'auto_approve_acars tinyint(1) NULL DEFAULT 0',
      ...deletable,
    ],
    subfleets: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'airline_id int unsigned NULL',
      'type varchar(50) NOT NULL',
      'name varchar(50) NOT NULL',
      ...times,
      ...deletable,
    ],
    subfleet_rank: [
      'rank_id int unsigned NOT NULL',
      'subfleet_id int unsigned NOT NULL',
      'PRIMARY KEY (rank_id, subfleet_id)',
    ],
    aircraft: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'subfleet_id int unsigned NOT NULL',
      `icao varchar(${isMain ? 12 : 4}) NULL`,
      `airport_id varchar(${airport}) NULL`,
      'name varchar(50) NOT NULL',
      'registration varchar(10) NULL UNIQUE',
      'flight_time bigint unsigned NULL DEFAULT 0',
      `status ${isMain ? 'varchar' : 'char'}(1) NOT NULL DEFAULT 'A'`,
      'state tinyint unsigned NOT NULL DEFAULT 0',
      ...times,
      ...deletable,
    ],
    users: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      `pilot_id bigint unsigned NULL${isMain ? '' : ' UNIQUE'}`,
      `name ${wide} NULL`,
      `email ${wide} NOT NULL UNIQUE`,
      `password ${wide} NOT NULL`,
      `api_key varchar(40) NULL${isMain ? ' UNIQUE' : ''}`,
      'airline_id int unsigned NOT NULL',
      'rank_id int unsigned NULL',
      `home_airport_id varchar(${airport}) NULL`,
      `curr_airport_id varchar(${airport}) NULL`,
      'last_pirep_id varchar(36) NULL',
      'flights bigint unsigned NOT NULL DEFAULT 0',
      'flight_time bigint unsigned NULL DEFAULT 0',
      `avatar ${wide} NULL`,
      'state tinyint unsigned NULL DEFAULT 0',
      ...since('main', 'auto_accept_pireps tinyint(1) NOT NULL DEFAULT 0'),
      ...times,
      'deleted_at timestamp NULL',
    ],
    ...(isMain
      ? {
          flight_bundles: [
            'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
            'name varchar(255) NOT NULL',
            'enabled tinyint(1) NOT NULL DEFAULT 1',
            'visible tinyint(1) NOT NULL DEFAULT 1',
            'start_date timestamp NULL',
            'end_date timestamp NULL',
            ...times,
            ...deletable,
          ],
        }
      : {}),
    flights: [
      'id varchar(36) NOT NULL PRIMARY KEY',
      'airline_id int unsigned NOT NULL',
      'flight_number int unsigned NOT NULL',
      ...since('7.0.0-beta.5', `callsign varchar(${isMain ? 10 : 4}) NULL`),
      'route_code varchar(5) NULL',
      'route_leg int unsigned NULL',
      `dpt_airport_id varchar(${airport}) NOT NULL`,
      `arr_airport_id varchar(${airport}) NOT NULL`,
      `alt_airport_id varchar(${airport}) NULL`,
      'dpt_time varchar(10) NULL',
      'arr_time varchar(10) NULL',
      ...since('main', 'departure_time time NULL'),
      ...since('main', 'arrival_time time NULL'),
      'distance decimal(8,2) unsigned NULL DEFAULT 0',
      'flight_time int unsigned NULL',
      `flight_type ${isMain ? 'varchar' : 'char'}(1) NOT NULL DEFAULT 'J'`,
      'level int unsigned NULL DEFAULT 0',
      'load_factor decimal(5,2) NULL',
      'load_factor_variance decimal(5,2) NULL',
      ...since('7.0.0-beta.5', 'event_id int unsigned NULL'),
      'route text NULL',
      'notes text NULL',
      'days tinyint unsigned NULL',
      `start_date ${isMain ? 'timestamp' : 'date'} NULL`,
      `end_date ${isMain ? 'timestamp' : 'date'} NULL`,
      'has_bid tinyint(1) NOT NULL DEFAULT 0',
      `${isMain ? 'enabled' : 'active'} tinyint(1) NOT NULL DEFAULT 1`,
      'visible tinyint(1) NOT NULL DEFAULT 1',
      ...since('7.0.0-beta.5', 'user_id int unsigned NULL'),
      ...since('main', 'bundle_id bigint unsigned NOT NULL'),
      ...since('7.0.0', `owner_type ${wide} NULL`),
      ...since('7.0.0', 'owner_id varchar(36) NULL'),
      ...times,
      ...deletable,
      ...since(
        'main',
        `_dup_key varchar(255) GENERATED ALWAYS AS (CASE WHEN enabled = 1 AND owner_type IS NULL THEN CONCAT_WS('|',
           bundle_id, airline_id, flight_number, COALESCE(route_code, ''), COALESCE(route_leg, '')) ELSE NULL END) STORED UNIQUE`,
      ),
      ...since('main', `FOREIGN KEY (bundle_id) REFERENCES \`${prefix}flight_bundles\` (id)`),
    ],
    flight_subfleet: [
      'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'subfleet_id int unsigned NOT NULL',
      'flight_id varchar(36) NOT NULL',
    ],
    ...(isMain
      ? {
          bundle_subfleet: [
            'bundle_id bigint unsigned NOT NULL',
            'subfleet_id int unsigned NOT NULL',
            'PRIMARY KEY (bundle_id, subfleet_id)',
          ],
        }
      : {}),
    fares: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'code varchar(50) NOT NULL UNIQUE',
      'name varchar(50) NOT NULL',
      'price decimal(8,2) unsigned NULL DEFAULT 0',
      'capacity int unsigned NULL DEFAULT 0',
      'type tinyint unsigned NULL DEFAULT 0',
      ...deletable,
    ],
    subfleet_fare: [
      'subfleet_id int unsigned NOT NULL',
      'fare_id int unsigned NOT NULL',
      `price ${wide} NULL`,
      `capacity ${wide} NULL`,
      'PRIMARY KEY (subfleet_id, fare_id)',
    ],
    flight_fare: [
      'flight_id varchar(36) NOT NULL',
      'fare_id int unsigned NOT NULL',
      'price varchar(10) NULL',
      'capacity varchar(10) NULL',
      'PRIMARY KEY (flight_id, fare_id)',
    ],
    pirep_fares: [
      'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'pirep_id varchar(36) NOT NULL',
      `fare_id bigint unsigned ${release === '7.0.0-beta.4' ? 'NOT ' : ''}NULL`,
      'count int unsigned NULL DEFAULT 0',
      ...since('7.0.0-beta.5', `code ${wide} NULL`),
      ...since('7.0.0-beta.5', `name ${wide} NULL`),
      ...since('7.0.0-beta.5', 'price decimal(8,2) unsigned NULL DEFAULT 0'),
      ...since('7.0.0-beta.5', 'capacity int unsigned NULL DEFAULT 0'),
      ...since('7.0.0-beta.5', 'type tinyint unsigned NULL DEFAULT 0'),
      ...since('7.0.0', 'deleted_at timestamp NULL'),
    ],
    pirep_comments: [
      'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'pirep_id varchar(36) NOT NULL',
      'user_id int unsigned NOT NULL',
      'comment text NOT NULL',
      ...times,
    ],
    news: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'user_id int unsigned NOT NULL',
      `subject varchar(${isMain ? 200 : 191}) NOT NULL`,
      'body text NOT NULL',
      ...times,
    ],
    simbrief: [
      'id varchar(36) NOT NULL PRIMARY KEY',
      'user_id int unsigned NOT NULL',
      'flight_id varchar(36) NULL',
      'pirep_id varchar(36) NULL UNIQUE',
      ...since('7.0.0-beta.5', 'aircraft_id int unsigned NULL'),
      ...before('main', 'acars_xml mediumtext NOT NULL'),
      ...before('main', 'ofp_xml mediumtext NOT NULL'),
      ...since('main', 'static_id varchar(36) NULL UNIQUE'),
      ...since('main', 'ofp_json_path varchar(255) NULL'),
      ...since('7.0.0-beta.5', 'fare_data mediumtext NULL'),
      ...times,
    ],
    bids: [
      'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'user_id int unsigned NOT NULL',
      'flight_id varchar(36) NOT NULL',
      ...since('7.0.0-beta.5', 'aircraft_id int unsigned NULL'),
      ...times,
      ...since('main', 'UNIQUE (user_id, flight_id)'),
    ],
    pireps: [
      'id varchar(36) NOT NULL PRIMARY KEY',
      'user_id int unsigned NOT NULL',
      'airline_id int unsigned NOT NULL',
      'aircraft_id int unsigned NULL',
      ...since('7.0.0-beta.5', 'event_id int unsigned NULL'),
      'flight_id varchar(36) NULL',
      'flight_number varchar(10) NULL',
      'route_code varchar(5) NULL',
      'route_leg varchar(5) NULL',
      `flight_type ${isMain ? 'varchar' : 'char'}(1) NOT NULL DEFAULT 'J'`,
      `dpt_airport_id varchar(${airport}) NOT NULL`,
      `arr_airport_id varchar(${airport}) NOT NULL`,
      `alt_airport_id varchar(${airport}) NULL`,
      'level int unsigned NULL',
      'distance decimal(8,2) unsigned NULL',
      'planned_distance decimal(8,2) unsigned NULL',
      'flight_time int unsigned NULL',
      'planned_flight_time int unsigned NULL',
      `zfw decimal(${isMain ? 12 : 8},2) unsigned NULL`,
      'block_fuel decimal(8,2) unsigned NULL',
      'fuel_used decimal(8,2) unsigned NULL',
      'landing_rate decimal(8,2) NULL',
      'score smallint NULL',
      'route text NULL',
      'notes text NULL',
      'source tinyint unsigned NULL DEFAULT 0',
      'source_name varchar(50) NULL',
      'state smallint unsigned NOT NULL DEFAULT 1',
      `status ${isMain ? 'varchar' : 'char'}(3) NOT NULL DEFAULT 'SCH'`,
      'submitted_at datetime NULL',
      ...since('main', 'scheduled_arrival_at datetime NULL'),
      ...since('main', 'sim_type tinyint unsigned NULL'),
      'block_off_time datetime NULL',
      'block_on_time datetime NULL',
      ...times,
      ...deletable,
    ],
    pirep_field_values: [
      'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'pirep_id varchar(36) NOT NULL',
      'name varchar(50) NOT NULL',
      'slug varchar(50) NULL',
      `value ${wide} NULL`,
      ...since('main', 'type varchar(20) NULL'),
      ...since('main', 'units varchar(20) NULL'),
      'source tinyint unsigned NOT NULL',
      ...times,
    ],
    acars: [
      'id varchar(36) NOT NULL PRIMARY KEY',
      'pirep_id varchar(36) NOT NULL',
      'type tinyint unsigned NOT NULL',
      ...since('main', 'phase varchar(20) NULL'),
      'nav_type int unsigned NULL',
      '`order` int unsigned NOT NULL DEFAULT 0',
      `name ${wide} NULL`,
      isMain ? `status varchar(20) NULL DEFAULT 'SCH'` : `status char(3) NOT NULL DEFAULT 'SCH'`,
      isMain ? 'log text NULL' : 'log varchar(191) NULL',
      'lat decimal(10,5) NULL DEFAULT 0',
      'lon decimal(11,5) NULL DEFAULT 0',
      isMain ? 'distance double NULL' : 'distance int unsigned NULL',
      'heading int unsigned NULL',
      ...before('7.0.0', 'altitude int unsigned NULL'),
      ...since('7.0.0', `altitude_agl decimal(8,2) NULL${isMain ? '' : ' DEFAULT 0'}`),
      ...since('7.0.0', `altitude_msl decimal(8,2) NULL${isMain ? '' : ' DEFAULT 0'}`),
      ...before('7.0.0-beta.5', 'vs int NULL'),
      ...since('7.0.0-beta.5', `vs double NULL${isMain ? '' : ' DEFAULT 0'}`),
      release === '7.0.0-beta.4' || release === '7.0.0-beta.5' ? 'gs int unsigned NULL' : 'gs int NULL',
      ...since('7.0.0', 'ias int NULL'),
      'transponder int unsigned NULL',
      `autopilot ${wide} NULL`,
      'fuel decimal(8,2) NULL',
      'fuel_flow decimal(8,2) NULL',
      `sim_time ${wide} NULL`,
      ...times,
      ...(release === '7.0.0' || release === '7.0.10' ? ['source varchar(5) CHARACTER SET latin1 NULL'] : []),
      ...simState.flatMap((line) => since('main', line)),
      'KEY acars_pirep_id_index (pirep_id)',
      'KEY acars_created_at_index (created_at)',
      ...since('main', `FOREIGN KEY (pirep_id) REFERENCES \`${prefix}pireps\` (id) ON DELETE CASCADE`),
    ],
    settings: [
      `id ${wide} NOT NULL PRIMARY KEY`,
      `\`key\` ${wide} NOT NULL`,
      `name ${wide} NOT NULL`,
      `value ${wide} NOT NULL`,
    ],
    ...(isMain ? mainTables(prefix) : {}),
    ...(release === '7.0.0-beta.4' || isMain
      ? {}
      : {
          modules: [
            'id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
            'name varchar(191) NOT NULL',
            'enabled tinyint(1) NOT NULL DEFAULT 1',
            ...times,
          ],
        }),
    ...(release === '7.0.0-beta.4'
      ? {}
      : {
          typerating_user: ['typerating_id int unsigned NOT NULL', 'user_id int unsigned NOT NULL'],
          typerating_subfleet: ['typerating_id int unsigned NOT NULL', 'subfleet_id int unsigned NOT NULL'],
        }),
  };
  return Object.entries(tables)
    .map(
      ([name, lines]) =>
        `CREATE TABLE \`${prefix}${name}\` (${lines.join(', ')}) DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;\n`,
    )
    .join('');
}

/** What a simulator says of the aircraft, one column each. */
const simState: readonly string[] = [
  'heading_mag smallint unsigned NULL',
  ...['pitch', 'bank', 'g_force', 'throttle_pct', 'eng_n1_avg_pct', 'eng_n2_avg_pct'].map(
    (name) => `${name} double NULL`,
  ),
  ...['on_ground', 'gear_up'].map((name) => `${name} tinyint(1) NULL`),
  'flaps smallint NULL',
  ...['beacon', 'nav', 'strobe', 'landing', 'logo', 'taxi', 'wing'].map((name) => `${name}_lights tinyint(1) NULL`),
];

/** The live map, where a row is a flight on it; the log of a flight; and what is registered of add-ons. */
function mainTables(prefix: string): Readonly<Record<string, readonly string[]>> {
  const figures = ['altitude_agl', 'altitude_msl', 'vs'].map((name) => `${name} double NOT NULL DEFAULT 0`);
  const counts = ['gs', 'ias', 'flight_time'].map((name) => `${name} int unsigned NOT NULL DEFAULT 0`);
  return {
    pirep_positions: [
      'pirep_id varchar(36) NOT NULL PRIMARY KEY',
      'user_id int unsigned NOT NULL',
      `phase varchar(20) NOT NULL DEFAULT 'SCH'`,
      'lat decimal(10,5) NOT NULL DEFAULT 0',
      'lon decimal(11,5) NOT NULL DEFAULT 0',
      'heading smallint unsigned NOT NULL DEFAULT 0',
      'distance double NOT NULL DEFAULT 0',
      ...figures,
      ...counts,
      'fuel_used decimal(8,2) NOT NULL DEFAULT 0',
      'created_at timestamp NULL',
      'updated_at timestamp NULL',
      `FOREIGN KEY (pirep_id) REFERENCES \`${prefix}pireps\` (id) ON DELETE CASCADE`,
    ],
    pirep_events: [
      'id varchar(36) NOT NULL PRIMARY KEY',
      'pirep_id varchar(36) NOT NULL',
      'acars_id varchar(36) NULL',
      'client_event_id varchar(255) NULL',
      'type varchar(255) NULL',
      'category varchar(255) NOT NULL',
      'phase varchar(255) NULL',
      'lat decimal(10,5) NULL',
      'lon decimal(11,5) NULL',
      'altitude_msl decimal(8,2) NULL',
      'log text NULL',
      'details longtext NULL CHECK (json_valid(details))',
      'sim_time varchar(255) NULL',
      'created_at timestamp NULL',
      'UNIQUE (pirep_id, client_event_id)',
      `FOREIGN KEY (acars_id) REFERENCES \`${prefix}acars\` (id)`,
    ],
    addons: [
      'id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY',
      'registry_id varchar(255) NOT NULL UNIQUE',
      'namespace varchar(255) NOT NULL UNIQUE',
      'path varchar(255) NOT NULL',
      'enabled tinyint(1) NOT NULL DEFAULT 1',
    ],
  };
}
