import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MysqlSession } from '../../lib/mysql.ts';
import { checkNode } from './node-check.ts';

interface NodeFacts {
  readonly version?: string;
  readonly flush_mode?: number;
  readonly packet?: number;
  readonly innodb?: string | null;
  readonly settings?: Readonly<Record<string, string>>;
  readonly status?: string | null;
}

/** What a node answers: of a cluster that is well, unless it says otherwise. */
function nodeOf({
  version = '10.11.6-MariaDB',
  flush_mode = 1,
  packet = 4_194_304,
  innodb = 'DEFAULT',
  settings = { wsrep_on: 'ON', wsrep_max_ws_size: '2147483647' },
  status = 'Primary',
}: NodeFacts): MysqlSession {
  return {
    async rows(sql: string) {
      if (sql.startsWith('SHOW VARIABLES'))
        return Object.entries(settings).map(([Variable_name, Value]) => ({ Variable_name, Value }));
      if (sql.startsWith('SHOW STATUS')) return status === null ? [] : [{ Value: status }];
      return [{ version, flush_mode, packet, innodb }];
    },
  } as unknown as MysqlSession;
}

const off = { wsrep_on: 'OFF' };
const cases: readonly (readonly [string, NodeFacts, RegExp | null])[] = [
  ['one of a cluster', {}, null],
  ['the oldest', { version: '10.5.0-MariaDB-log' }, null],
  ['one that says an older version first', { version: '5.5.5-10.6.1-MariaDB' }, null],
  ['a newer one', { version: '11.0.2-MariaDB' }, null],
  ['one that is too old', { version: '10.4.34-MariaDB' }, /10\.4\.34-MariaDB is not MariaDB 10\.5/],
  ['another program', { version: '8.0.36' }, /is not MariaDB/],
  ['one that flushes later', { flush_mode: 2 }, /innodb_flush_log_at_trx_commit is not 1/],
  ['one that takes small packets', { packet: 4_194_303 }, /max_allowed_packet is below 4 MB/],
  ['one with the engine', { innodb: 'YES' }, null],
  ['one without the engine', { innodb: 'NO' }, /InnoDB is off/],
  ['one that does not know the engine', { innodb: null }, /InnoDB is off/],
  ['one alone', { settings: off, status: null }, null],
  ['one that takes small writes', { settings: { wsrep_on: 'ON', wsrep_max_ws_size: '67108863' } }, /below 64 MB/],
  ['the smallest that is enough', { settings: { wsrep_on: 'ON', wsrep_max_ws_size: '67108864' } }, null],
  ['one that does not say', { settings: { wsrep_on: 'ON' } }, /below 64 MB/],
  ['one that is cut off', { status: 'non-Primary' }, /outside of its cluster \(non-Primary\)/],
  ['one without a state', { status: null }, /outside of its cluster \(unknown\)/],
];

for (const [name, facts, problem] of cases)
  test(`a node: ${name}`, async () => {
    if (problem === null) await checkNode(nodeOf(facts), 'node 1');
    else await assert.rejects(checkNode(nodeOf(facts), 'node 1'), problem);
  });
