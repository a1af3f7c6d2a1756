import type { Cores } from '../../cluster/cores/cores.ts';
import type { Leases } from '../../cluster/leases.ts';
import type { LeaseTable, PartitionRow, ServerRow } from '../../journal/lease-table.ts';

/** The cluster as this server sees it. */
export interface ClusterStatus {
  readonly servers: readonly (Omit<ServerRow, 'beat'> & {
    /** How many partitions it holds. */
    readonly held: number;
    /** How long its sign of life has not moved, in milliseconds on this server's clock. */
    readonly silentMs: number;
    /** Flights in the air or waiting for the crew center; null for another server's. */
    readonly flights: number | null;
    readonly isHere: boolean;
  })[];
  readonly partitions: readonly PartitionRow[];
  /** How long the database took to answer, in milliseconds. */
  readonly readMs: number;
  /** How far this server's clock is ahead of the others', in milliseconds; null until another one has answered. */
  readonly clockAheadMs: number | null;
}

/** Reads the rows of the cluster now. @throws DatabaseUnavailable */
export async function readClusterStatus(
  table: Pick<LeaseTable, 'read'>,
  { leases, cores, id }: { readonly leases: Leases; readonly cores: Cores; readonly id: string },
): Promise<Omit<ClusterStatus, 'clockAheadMs'>> {
  const begun = performance.now();
  const { servers, partitions } = await table.read();
  const readMs = performance.now() - begun;
  const flights = cores.all().reduce((sum, { tracking }) => sum + [...tracking.flights].length, 0);
  return {
    servers: servers.map(({ beat: _, ...server }) => ({
      ...server,
      held: partitions.filter(({ owner }) => owner === server.id).length,
      silentMs: server.id === id ? 0 : leases.silence.silentMs(server.id),
      flights: server.id === id ? flights : null,
      isHere: server.id === id,
    })),
    partitions,
    readMs,
  };
}
