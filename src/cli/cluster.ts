import type { ClusterStatus } from '../server/cluster/status.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { withOperator } from './reach.ts';
import { toTable } from './table.ts';

const about: About = {
  name: 'cluster',
  summary: 'show the servers that share a journal, and which pilots each of them has',
  text: `Servers with the same TRACKER_JOURNAL share their pilots: each pilot is in one of 64 partitions, and each partition has one server.

  status     the servers, how many partitions each holds, and which have none`,
  examples: ['tracker cluster status', 'tracker cluster status --json'],
};

const status = form({
  name: 'status',
  run: (_given, io) =>
    withOperator(io, async (operator) => {
      const cluster = await operator.readCluster();
      if (cluster === null)
        throw new CommandError('This server is alone: its journal is a file. See TRACKER_JOURNAL in docs/scaling.md.');
      io.out(io.json ? JSON.stringify(cluster) : describeCluster(cluster, io.columns));
      return 0;
    }),
});

const titles = ['SERVER', 'ADDRESS', 'VERSION', 'PARTITIONS', 'LAST SEEN', 'FLIGHTS', ''];

/** What is printed of a cluster; `unknown` where a server of an older release does not say. @param columns - of the terminal */
export function describeCluster(
  { servers, partitions, readMs, clockAheadMs }: ClusterStatus,
  columns: number | null,
): string {
  const rows = servers.map(({ id, address, version, held, silentMs, flights, isHere }) => [
    id,
    address,
    version,
    held ?? 'unknown',
    Number.isFinite(silentMs) ? `${(silentMs / 1_000).toFixed(1)} s ago` : 'unknown',
    flights ?? (isHere ? 'unknown' : null),
    remarkOn(id, servers),
  ]);
  const free = partitions.filter(({ owner }) => owner === null).length;
  const moving =
    free === 0 ? 'Every partition has a server.' : `${free} of ${partitions.length} partitions have no server now.`;
  const database = Number.isFinite(readMs) ? ` The database answered in ${Math.round(readMs)} ms.` : '';
  const clock = clockAheadMs == null ? '' : ` ${clockText(clockAheadMs)}`;
  return `${toTable(titles, rows, columns)}\n\n${moving}${database}${clock}`;
}

/** A server of an older release does not say which others it does not hear. */
function remarkOn(id: string, servers: ClusterStatus['servers']): string {
  const server = servers.find((each) => each.id === id);
  if (server?.isHere) return 'this one';
  if (server?.isLeaving) return 'is stopping';
  return servers.some(({ unheard }) => unheard?.includes(id)) ? 'not reached by others' : '';
}

function clockText(aheadMs: number): string {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1);
  return `The clock of this machine is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} those of the other servers.`;
}

export const command = commandOf(about, [status]);
