import type { MysqlSession } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { numberOf, textOf, textOrNull } from '../../lib/row.ts';

/** Smallest packet that holds what one statement of the journal may need. */
const minPacketBytes = 4 * 1024 * 1024;
/** Smallest transaction of a cluster that holds what one commit may need. */
const minWriteSetBytes = 64 * 1024 * 1024;

/** A node that answers, and must not be used as it is set up. The message says what to change. */
export class UnfitNodeError extends DatabaseUnavailable {
  readonly problem: string;

  constructor(node: string, problem: string) {
    super('unfit node', false, null);
    this.problem = `${node}: ${problem}`;
    this.message = this.problem;
  }
}

/**
 * Checks what the promises of the journal rest on: a commit is on the node's disk before it is answered, tables take part in
 * transactions, and the node is part of its cluster.
 * @throws UnfitNodeError
 */
export async function checkNode(session: MysqlSession, node: string): Promise<void> {
  const [row] = await session.rows(
    `SELECT VERSION() AS version, @@innodb_flush_log_at_trx_commit AS flush_mode, @@max_allowed_packet AS packet,
       (SELECT SUPPORT FROM information_schema.ENGINES WHERE ENGINE = 'InnoDB') AS innodb`,
  );
  if (row === undefined) throw new UnfitNodeError(node, 'it answers nothing when asked for its settings.');
  const problem =
    versionProblem(textOf(row, 'version')) ??
    (numberOf(row, 'flush_mode') === 1
      ? null
      : 'innodb_flush_log_at_trx_commit is not 1, so that a commit may be lost with the machine. Set it to 1.') ??
    (numberOf(row, 'packet') >= minPacketBytes ? null : 'max_allowed_packet is below 4 MB. Raise it.') ??
    (['YES', 'DEFAULT'].includes(textOrNull(row, 'innodb') ?? '') ? null : 'the engine InnoDB is off. Turn it on.') ??
    (await clusterProblem(session));
  if (problem !== null) throw new UnfitNodeError(node, problem);
}

/** MariaDB 10.5 is the oldest that is tested to have what the journal uses. Others announce themselves without its name. */
function versionProblem(version: string): string | null {
  const [, major = '0', minor = '0'] = /^(?:5\.5\.5-)?(\d+)\.(\d+)/.exec(version) ?? [];
  const isKnown = /mariadb/i.test(version) && (Number(major) > 10 || (Number(major) === 10 && Number(minor) >= 5));
  return isKnown ? null : `version ${version} is not MariaDB 10.5 or later. Use one of these.`;
}

/** A node with Galera off is one server, and fine. */
async function clusterProblem(session: MysqlSession): Promise<string | null> {
  const rows = await session.rows("SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'wsrep_max_ws_size')");
  const settings = new Map(rows.map((row) => [textOf(row, 'Variable_name'), textOf(row, 'Value')]));
  if (settings.get('wsrep_on') !== 'ON') return null;
  if (Number(settings.get('wsrep_max_ws_size') ?? 0) < minWriteSetBytes)
    return 'wsrep_max_ws_size is below 64 MB. Raise it.';
  const [status] = await session.rows("SHOW STATUS LIKE 'wsrep_cluster_status'");
  const state = status === undefined ? 'unknown' : textOf(status, 'Value');
  return state === 'Primary' ? null : `it is outside of its cluster (${state}).`;
}
