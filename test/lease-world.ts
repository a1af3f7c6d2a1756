import assert from 'node:assert/strict';
import { partitionCount } from '../src/journal/partition.ts';
import { LeaseServer, type LeaseServerOptions } from './lease-server.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryLeaseTable } from './memory-lease-table.ts';

/** Servers that share the lease rows of one table in memory, in a time that the test moves. */
export class LeaseWorld implements Disposable {
  readonly table = new MemoryLeaseTable(partitionCount);
  readonly clock = new ManualClock(0);
  readonly servers: LeaseServer[] = [];
  /** The oldest version that may use the rows. */
  usableFrom = 0;

  /** A server that is not part of the cluster yet. */
  add(options: LeaseServerOptions = {}): LeaseServer {
    const server = new LeaseServer(`server${this.servers.length}`, this, options);
    this.servers.push(server);
    return server;
  }

  async join(options: LeaseServerOptions = {}): Promise<LeaseServer> {
    const server = this.add(options);
    await server.leases.start();
    await this.clock.advance(0);
    return server;
  }

  async epochs(): Promise<readonly number[]> {
    return (await this.table.read()).partitions.map(({ epoch }) => epoch);
  }

  requireOneOwnerEach(): void {
    for (let partition = 0; partition < partitionCount; partition++) {
      const owners = this.ownersOf(partition);
      assert.equal(owners.length, 1, `partition ${partition} is held by ${owners.join(', ') || 'nobody'}`);
    }
  }

  ownersOf(partition: number): readonly string[] {
    return this.servers.filter(({ leases }) => leases.epochOf(partition) !== null).map(({ id }) => id);
  }

  [Symbol.dispose](): void {
    for (const server of this.servers) server.kill();
  }
}
