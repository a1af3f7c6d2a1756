import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Galera, galeraLogin } from '../../test/hosts/galera/galera.ts';
import { freePort } from '../../test/hosts/ports.ts';
import { ServerProcess } from '../../test/server-process.ts';
import type { ServerPart } from '../../test/server-program.ts';
import { repliesEarly } from '../weak-journal.ts';
import type { Crew } from './crew.ts';
import { type Gate, openGate } from './gate.ts';

/** What is wrong with the servers on purpose, when the proof itself is tried. */
export type Weakness = 'none' | 'early-reply';

/** Of each server's process. */
export function prepare(weakness: Weakness): ServerPart {
  return { replace: weakness === 'none' ? {} : { journal: (journal) => repliesEarly(journal) } };
}

/** One server of the proof, behind gates of its own to each node. */
export class ClusterServer implements AsyncDisposable {
  readonly gates: readonly Gate[];
  readonly process: ServerProcess;

  private constructor(gates: readonly Gate[], process: ServerProcess) {
    this.gates = gates;
    this.process = process;
  }

  static async open(
    index: number,
    folder: string,
    parts: { galera: Galera; crew: Crew; weakness: Weakness; isBehindProxy?: boolean },
  ): Promise<ClusterServer> {
    const { galera, crew, weakness } = parts;
    const own = join(folder, String(index));
    mkdirSync(own, { recursive: true });
    const gates = await Promise.all(galera.nodes.map(({ ports }) => openGate(ports.sql)));
    // Each server begins with another node.
    const places = gates.map((_, node) => `127.0.0.1:${gates[(node + index) % gates.length]?.port}`);
    const { user, password, database } = galeraLogin;
    const env = {
      ...crew.settings(own),
      TRACKER_DATA: join(own, 'data'),
      TRACKER_JOURNAL: `mysql://${user}@${places.join(',')}/${database}`,
      TRACKER_JOURNAL_PASSWORD: password.reveal(),
      TRACKER_CLUSTER_LISTEN: `127.0.0.1:${await freePort()}`,
      TRACKER_CLUSTER_SECRET: 'a secret of all servers of this proof',
      ...(parts.isBehindProxy === true && { TRACKER_TRUST_PROXY: '127.0.0.1' }),
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      // Without a commit there is more to lose for a server that does not wait for it.
      TRACKER_COMMIT_WINDOW: weakness === 'none' ? '5' : '400',
      TRACKER_LOG_LEVEL: process.env.PROVE_LOG ?? 'fatal',
    };
    const part = { module: import.meta.filename, given: weakness };
    return new ClusterServer(gates, await ServerProcess.open({ env, part }));
  }

  cutOff(): void {
    for (const gate of this.gates) gate.cut();
  }

  mend(): void {
    for (const gate of this.gates) gate.mend();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process.kill();
    for (const gate of this.gates) await gate[Symbol.asyncDispose]();
  }
}
