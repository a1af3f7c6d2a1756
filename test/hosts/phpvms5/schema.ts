/**
 * The tables of phpVMS 5 that are read or written here, as its releases create them: columns, types, defaults, engines.
 * `+` before a column: only 5.5.x has it. Quotes around names are added.
 */
const tables: Readonly<
  Record<string, { readonly engine?: 'MyISAM'; readonly only?: '5.5.2'; readonly columns: string }>
> = {
  airlines: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | code char(3) NOT NULL DEFAULT '' UNIQUE | name varchar(30) NOT NULL DEFAULT ''
        | enabled smallint NOT NULL DEFAULT 1`,
  },
  airports: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | icao varchar(5) NOT NULL DEFAULT '' UNIQUE | name text NOT NULL
        | country varchar(50) NOT NULL DEFAULT '' | lat float NOT NULL DEFAULT 0 | lng float NOT NULL DEFAULT 0
        | hub smallint NOT NULL DEFAULT 0 | fuelprice float NOT NULL DEFAULT 0 | chartlink text NOT NULL`,
  },
  aircraft: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | icao varchar(4) NOT NULL DEFAULT '' | name varchar(12) NOT NULL DEFAULT ''
        | fullname varchar(50) NOT NULL DEFAULT '' | registration varchar(30) NOT NULL | downloadlink text NOT NULL | imagelink text NOT NULL
        | range varchar(15) NOT NULL DEFAULT '0' | weight varchar(15) NOT NULL DEFAULT '0' | cruise varchar(15) NOT NULL DEFAULT '0'
        | maxpax float NOT NULL DEFAULT 0 | maxcargo float NOT NULL DEFAULT 0 | minrank int NOT NULL DEFAULT 0
        | ranklevel int NOT NULL DEFAULT 0 | enabled smallint NOT NULL DEFAULT 1`,
  },
  ranks: {
    columns: `rankid int NOT NULL AUTO_INCREMENT PRIMARY KEY | rank varchar(32) NOT NULL DEFAULT '' UNIQUE | rankimage text NOT NULL
        | minhours smallint NOT NULL DEFAULT 0 | payrate float NOT NULL DEFAULT 0`,
  },
  pilots: {
    columns: `pilotid int NOT NULL AUTO_INCREMENT PRIMARY KEY | firstname varchar(25) NOT NULL DEFAULT '' | lastname varchar(25) NOT NULL DEFAULT ''
        | email varchar(100) NOT NULL DEFAULT '' | code char(3) NOT NULL DEFAULT '' | location varchar(32) NOT NULL DEFAULT ''
        | hub varchar(4) NOT NULL DEFAULT '' | password varchar(32) NOT NULL DEFAULT '' | salt varchar(32) NOT NULL DEFAULT ''
        | bgimage varchar(30) NOT NULL DEFAULT '' | lastlogin date NOT NULL DEFAULT '0000-00-00' | totalflights int NOT NULL DEFAULT 0
        | totalhours float NOT NULL DEFAULT 0 | totalpay float NOT NULL DEFAULT 0 |+ payadjust float DEFAULT 0
        | transferhours float NOT NULL DEFAULT 0 | rankid int NOT NULL DEFAULT 0 | rank varchar(32) NOT NULL DEFAULT 'New Hire'
        | ranklevel int NOT NULL DEFAULT 0 | confirmed smallint unsigned NOT NULL DEFAULT 0 | retired smallint NOT NULL DEFAULT 0
        | joindate datetime NOT NULL DEFAULT '0000-00-00 00:00:00' | lastpirep datetime NOT NULL DEFAULT '0000-00-00 00:00:00'
        | lastip varchar(25) DEFAULT '' |+ comment text DEFAULT NULL`,
  },
  schedules: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | code char(3) NOT NULL DEFAULT '' | flightnum varchar(10) NOT NULL DEFAULT '0'
        | depicao varchar(4) NOT NULL DEFAULT '' | arricao varchar(4) NOT NULL DEFAULT '' | route text NOT NULL | route_details text NOT NULL
        | aircraft text NOT NULL | flightlevel varchar(6) NOT NULL | distance float NOT NULL DEFAULT 0 | deptime varchar(15) NOT NULL DEFAULT ''
        | arrtime varchar(15) NOT NULL DEFAULT '' | flighttime float NOT NULL DEFAULT 0 | daysofweek varchar(7) NOT NULL DEFAULT '0123456'
        |+ week1 varchar(7) NOT NULL DEFAULT '0123456' |+ week2 varchar(7) NOT NULL DEFAULT '0123456'
        |+ week3 varchar(7) NOT NULL DEFAULT '0123456' |+ week4 varchar(7) NOT NULL DEFAULT '0123456' | price float NOT NULL
        |+ payforflight float NOT NULL DEFAULT 0 | flighttype varchar(1) NOT NULL DEFAULT 'P' | timesflown int NOT NULL DEFAULT 0
        | notes text NOT NULL | enabled int NOT NULL DEFAULT 1 | bidid int NOT NULL DEFAULT 0`,
  },
  bids: {
    columns: `bidid int NOT NULL AUTO_INCREMENT PRIMARY KEY | pilotid int NOT NULL DEFAULT 0 | routeid int NOT NULL DEFAULT 0
        | dateadded date NOT NULL`,
  },
  pireps: {
    columns: `pirepid int NOT NULL AUTO_INCREMENT PRIMARY KEY | pilotid int NOT NULL DEFAULT 0 | code char(3) NOT NULL DEFAULT ''
        | flightnum varchar(10) NOT NULL DEFAULT '0' | depicao varchar(4) NOT NULL DEFAULT '' | arricao varchar(4) NOT NULL DEFAULT ''
        | route text NOT NULL | route_details text NOT NULL | aircraft varchar(12) NOT NULL DEFAULT '' | flighttime varchar(10) NOT NULL DEFAULT ''
        | flighttime_stamp time NOT NULL | distance smallint NOT NULL DEFAULT 0 | landingrate float NOT NULL DEFAULT 0
        | submitdate datetime NOT NULL DEFAULT '0000-00-00 00:00:00' |+ modifieddate datetime NOT NULL | accepted smallint NOT NULL DEFAULT 0
        | log text NOT NULL | load int NOT NULL | fuelused float NOT NULL DEFAULT 0 | fuelunitcost float NOT NULL DEFAULT 0
        | fuelprice float NOT NULL DEFAULT 5.1 | price float NOT NULL | flighttype varchar(1) NOT NULL DEFAULT 'P' | gross float NOT NULL
        | pilotpay float NOT NULL |+ paytype tinyint(1) NOT NULL DEFAULT 1 | expenses float NOT NULL | expenselist blob NOT NULL
        | revenue float NOT NULL | source varchar(25) NOT NULL | exported tinyint NOT NULL | rawdata text NOT NULL`,
  },
  pirepcomments: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | pirepid int NOT NULL | pilotid int NOT NULL | comment text NOT NULL
        | postdate datetime NOT NULL`,
  },
  pirepfields: {
    columns: `fieldid int NOT NULL AUTO_INCREMENT PRIMARY KEY | title varchar(25) NOT NULL | name varchar(25) NOT NULL UNIQUE
        | type varchar(25) NOT NULL | options text NOT NULL`,
  },
  pirepvalues: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | fieldid int NOT NULL | pirepid int NOT NULL | value text NOT NULL`,
  },
  acarsdata: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | pilotid varchar(11) NOT NULL DEFAULT '0' | flightnum varchar(11) NOT NULL DEFAULT '0'
        | pilotname varchar(100) NOT NULL DEFAULT '' | aircraft varchar(12) NOT NULL DEFAULT '' | lat varchar(15) NOT NULL DEFAULT ''
        | lng varchar(15) NOT NULL DEFAULT '' | heading smallint NOT NULL DEFAULT 0 | alt varchar(6) NOT NULL DEFAULT '' | gs int NOT NULL DEFAULT 0
        | depicao varchar(4) NOT NULL DEFAULT '' | depapt varchar(255) NOT NULL DEFAULT '' | arricao varchar(4) NOT NULL DEFAULT ''
        | arrapt text NOT NULL | deptime time NOT NULL DEFAULT '00:00:00' | timeremaining varchar(6) NOT NULL DEFAULT ''
        | arrtime time NOT NULL DEFAULT '00:00:00' | route text NOT NULL | route_details text NOT NULL | distremain varchar(6) NOT NULL DEFAULT ''
        | phasedetail varchar(255) NOT NULL DEFAULT '' | online varchar(10) NOT NULL DEFAULT '' | messagelog text NOT NULL
        | lastupdate datetime NOT NULL DEFAULT '0000-00-00 00:00:00' | client varchar(20) NOT NULL DEFAULT ''`,
  },
  expenses: {
    engine: 'MyISAM',
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | name varchar(25) NOT NULL | cost float NOT NULL | fixed int NOT NULL DEFAULT 0
        | type varchar(1) NOT NULL DEFAULT 'M'`,
  },
  activityfeed: {
    engine: 'MyISAM',
    only: '5.5.2',
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | pilotid int NOT NULL DEFAULT 0 | refid bigint NOT NULL DEFAULT 0
        | type tinyint NOT NULL DEFAULT 0 | message varchar(100) NOT NULL | submitdate datetime NOT NULL`,
  },
  groups: {
    columns: `groupid int NOT NULL AUTO_INCREMENT PRIMARY KEY | name varchar(25) NOT NULL DEFAULT '' UNIQUE
        | permissions varchar(25) NOT NULL DEFAULT '' |+ core tinyint NOT NULL DEFAULT 0`,
  },
  groupmembers: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | groupid int NOT NULL DEFAULT 0 | pilotid int NOT NULL DEFAULT 0`,
  },
  news: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | subject varchar(30) NOT NULL DEFAULT '' | body text NOT NULL
        | postdate datetime NOT NULL DEFAULT '0000-00-00 00:00:00' | postedby varchar(50) NOT NULL DEFAULT ''`,
  },
  settings: {
    columns: `id int NOT NULL AUTO_INCREMENT PRIMARY KEY | name varchar(25) NOT NULL DEFAULT '' UNIQUE | value varchar(150) NOT NULL DEFAULT ''`,
  },
};

/** An installation as it is met: a release, a prefix, and what was done to it since. */
export interface Installation {
  readonly release: '5.5.2' | '2.1.936';
  readonly prefix: string;
  /** The booking add-on, which keeps the chosen aircraft in the bid. */
  readonly bookingAddOn?: boolean;
  /** A fork with columns of its own that every INSERT must fill. */
  readonly ownColumns?: boolean;
}

/** DDL of this installation, statements ended by `;` and a line feed. */
export function schema(installation: Installation): string {
  const statements = Object.entries(tables)
    .filter(([, { only }]) => only === undefined || only === installation.release)
    .map(([name, { engine, columns }]) => {
      const list = columnsOf(columns, installation.release).join(',\n  ');
      return `CREATE TABLE \`${installation.prefix}${name}\` (\n  ${list}\n) ENGINE=${engine ?? 'InnoDB'} DEFAULT CHARSET=latin1`;
    });
  // Its zero dates as defaults cannot be created under a strict mode, and installations are older than their server.
  return ['SET SESSION sql_mode = ""', ...statements, ...changes(installation), ''].join(';\n');
}

function columnsOf(columns: string, release: Installation['release']): readonly string[] {
  return columns
    .split('|')
    .map((column) => column.trim())
    .filter((column) => !column.startsWith('+') || release === '5.5.2')
    .map((column) =>
      column
        .replace(/^\+\s*/, '')
        .replace(/^(\w+)/, '`$1`')
        .replace(/\s+/g, ' '),
    );
}

function changes({ prefix, bookingAddOn, ownColumns }: Installation): readonly string[] {
  return [
    ...(bookingAddOn ? [`ALTER TABLE \`${prefix}bids\` ADD \`aircraftid\` int NOT NULL AFTER \`routeid\``] : []),
    ...(ownColumns
      ? [
          `ALTER TABLE \`${prefix}pireps\` ADD \`network\` enum('none','vatsim') NOT NULL, ADD \`checked\` date NOT NULL, ADD \`remarks\` text NOT NULL`,
          `ALTER TABLE \`${prefix}acarsdata\` ADD \`squawk\` varchar(4) NOT NULL, ADD \`since\` timestamp NOT NULL`,
        ]
      : []),
  ];
}
