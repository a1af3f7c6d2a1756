import { partitionCount } from '../../partition.ts';
import type { SchemaStep } from '../schema-step.ts';
import { instant, number, part, short, table, text } from './columns.ts';

const partitions = Array.from({ length: partitionCount }, (_, id) => id);

/** Every table has a primary key, because Galera replicates rows by it. `part` is the partition. Instants are in milliseconds. */
export const firstTables: SchemaStep = {
  number: 1,
  usableFrom: 1,
  statements: [
    // Leases. `n` goes up with every transaction that has data of the partition: the write that conflicts with a new owner's.
    table(
      'partitions',
      part.replace('part', 'id'),
      number('epoch'),
      number('n'),
      `owner VARCHAR(64) ${text}`,
      'PRIMARY KEY (id)',
    ),
    `INSERT IGNORE INTO partitions (id, epoch, n) VALUES ${partitions.map((id) => `(${id}, 0, 0)`).join(', ')}`,
    // Whether a journal is being moved here, or was moved away: servers use it in neither case.
    table('moves', 'id TINYINT UNSIGNED NOT NULL', 'state VARCHAR(16) NOT NULL', 'PRIMARY KEY (id)'),
    table(
      'servers',
      `id VARCHAR(64) ${text} NOT NULL`,
      ...[short('address'), short('version'), number('beat'), 'is_leaving TINYINT NOT NULL', 'PRIMARY KEY (id)'],
    ),
    // The number of the newest transaction of each committer, by which one whose answer was lost is looked up.
    table('writers', 'id BINARY(16) NOT NULL', number('number'), instant('at'), 'PRIMARY KEY (id)'),

    // The rows have the format of the journal on one machine: a position as bytes, an event as JSON.
    table('texts', part, 'id INT UNSIGNED NOT NULL', `text VARCHAR(64) ${text} NOT NULL`, 'PRIMARY KEY (part, id)'),
    table(
      'reports',
      ...[part, number('number'), number('flight'), 'is_event TINYINT NOT NULL', 'body MEDIUMBLOB NOT NULL'],
      'PRIMARY KEY (part, number)',
    ),
    table(
      'chunks',
      ...[part, number('flight'), number('first_number'), number('last_number'), 'body LONGBLOB NOT NULL'],
      'PRIMARY KEY (part, flight, first_number)',
    ),
    // `instants`: when the sealed reports that clients dated were recorded, packed, so that a repeat is known at once.
    table(
      'sealed',
      ...[
        part,
        number('flight'),
        number('last_number'),
        `summary LONGTEXT ${text} NOT NULL`,
        'instants LONGBLOB NOT NULL',
      ],
      'PRIMARY KEY (part, flight), KEY by_number (part, last_number)',
    ),
    table(
      'flights',
      ...[part, number('number'), short('id'), short('pilot_id'), short('state'), 'has_intent TINYINT NOT NULL'],
      'ended_at BIGINT',
      // 1 while the core needs it in memory: under way, with an intent, or with undelivered reports.
      'is_live TINYINT NOT NULL DEFAULT 1',
      `document LONGTEXT ${text} NOT NULL`,
      'PRIMARY KEY (part, number), UNIQUE KEY by_id (part, id), KEY live (part, is_live, number)',
      'KEY by_pilot (part, pilot_id, number), KEY by_end (part, pilot_id, ended_at), KEY by_age (part, ended_at), KEY by_state (part, state, number)',
      'KEY by_number (number)',
    ),
    table(
      'flight_pireps',
      part,
      short('pirep_id'),
      number('flight'),
      'PRIMARY KEY (part, pirep_id, flight), KEY by_flight (part, flight)',
    ),
    table('delivered', part, number('flight'), number('number'), 'PRIMARY KEY (part, flight)'),
    table(
      'changes',
      ...[part, number('number'), instant('at'), short('kind'), number('flight'), `document LONGTEXT ${text} NOT NULL`],
      'PRIMARY KEY (part, number), KEY by_flight (part, flight)',
    ),
    // Number of the newest change when changes were deleted, so that no number is given out twice.
    table('change_marks', part, number('number'), 'PRIMARY KEY (part)'),
    table('cursors', part, short('name'), number('number'), 'PRIMARY KEY (part, name)'),

    table(
      'sessions',
      `token_hash CHAR(64) ${text} NOT NULL`,
      ...[
        part,
        short('pilot_id'),
        short('pilot_ident'),
        `pilot_name TEXT ${text} NOT NULL`,
        short('credential_version'),
      ],
      ...[instant('created_at'), instant('expires_at'), `lifetime VARCHAR(16) ${text} NOT NULL`],
      'PRIMARY KEY (token_hash), KEY by_pilot (part, pilot_id)',
    ),
    table(
      'login_failures',
      ...['id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT', part, instant('at'), short('login_hash'), short('address')],
      `account VARCHAR(255) ${text}, PRIMARY KEY (id), KEY by_time (part, at)`,
    ),
    // Shared by all partitions. `n` counts all changes of notes; a deleted one stays without text, so that every server sees it go.
    table(
      'notes',
      `name VARCHAR(512) ${text} NOT NULL`,
      number('n'),
      `text LONGTEXT ${text}`,
      'PRIMARY KEY (name), KEY by_n (n)',
    ),
    table('note_count', 'id TINYINT UNSIGNED NOT NULL', number('n'), 'PRIMARY KEY (id)'),
    'INSERT IGNORE INTO note_count VALUES (1, 0)',
    table(
      'audit',
      ...[
        'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT',
        instant('at'),
        `actor TEXT ${text} NOT NULL`,
        `action TEXT ${text} NOT NULL`,
      ],
      ...[`subject TEXT ${text} NOT NULL`, `detail LONGTEXT ${text}`, 'PRIMARY KEY (id), KEY by_time (at)'],
    ),
  ],
};
