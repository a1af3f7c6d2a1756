import type { MysqlLimits, MysqlStart } from '../../lib/mysql.ts';
import type { JournalLogger } from '../open.ts';
import type { MysqlEngineOptions } from './engine.ts';
import { Hosts } from './hosts.ts';

/** How the database is reached. */
export type DatabaseOptions = Pick<MysqlEngineOptions, 'hosts' | 'user' | 'password' | 'database' | 'logger'>;

/** Longer than a cluster stands still when one of its nodes dies, shorter than a client waits. */
const limits: MysqlLimits = { connections: 4, connectTimeoutMs: 2_000, statementTimeoutMs: 8_000 };
/** Longer than a cluster stands still when one of its nodes dies (3 s): one that hangs is given up before the lease ends. */
const commitTimeoutMs = 4_000;
/** Shorter than a lease less a round, so that a sign of life that a node swallowed is written by the next one in time. */
const beatTimeoutMs = 3_500;
const strict = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'";
/** Reads see what was committed before them on any node. A server without Galera takes the setting, and it means nothing there. */
const current = 'SET SESSION wsrep_sync_wait = 1';
/** Without locks on gaps, which may lie between rows of other servers: what their commits bring would undo this transaction. */
const narrow = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/**
 * Nothing is stored without a COMMIT. Statements that are sent together go on when another node's transaction undid the one that they
 * began in: they are a new one then, which is rolled back because one of them has failed.
 */
const committed = 'SET SESSION autocommit = 0';
/** What a transaction of a lost connection still locks is waited for this long, in seconds. */
const impatient = 'SET SESSION innodb_lock_wait_timeout = 3';

/** Connections whose reads are current. */
export function openReading(options: DatabaseOptions): Hosts {
  return openHosts(options, limits, { statements: [strict, current] });
}

/**
 * Connections of the leases alone: reads of pages, and of partitions that are taken over, must not keep a sign of life waiting.
 * @param onMoved - called when a node is left because it failed: it was asked most recently of all
 */
export function openLeasing(options: DatabaseOptions, onMoved: (from: string) => void): Hosts {
  const wanted = { ...limits, connections: 2, statementTimeoutMs: beatTimeoutMs };
  return openHosts(options, wanted, { statements: [strict, current] }, onMoved);
}

/** The one connection of each of a committer's transactions. */
export function openWriting(options: DatabaseOptions): Hosts {
  const wanted = { ...limits, connections: 1, statementTimeoutMs: commitTimeoutMs };
  return openHosts(options, wanted, { statements: [strict, narrow, impatient, committed], isPipelined: true });
}

/** @throws UnfitNodeError; DatabaseUnavailable when no node answers */
export function checkNodes(hosts: Hosts, logger: JournalLogger | undefined): Promise<void> {
  return hosts.checkAll((problem) => logger?.error({ problem }, "a node of the journal's database does not answer"));
}

function openHosts(
  options: DatabaseOptions,
  wanted: MysqlLimits,
  start: Partial<MysqlStart>,
  onMoved: (from: string) => void = () => undefined,
): Hosts {
  const { hosts, user, password, database, logger } = options;
  return new Hosts({
    addresses: hosts.map((server) => ({ server, user, password, database })),
    limits: wanted,
    start: { ...start, preparedStatements: 300 },
    onMoved: (from, to, code) => {
      logger?.info({ from, to, reason: code }, 'the journal continues on another node');
      onMoved(from);
    },
  });
}
