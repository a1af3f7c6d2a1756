import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CorrectedClock, systemClock } from '../../src/lib/clock.ts';
import { thisMachine } from '../../src/lib/machine.ts';
import { type Galera, galeraLogin } from '../../test/hosts/galera/galera.ts';
import { freePort } from '../../test/hosts/ports.ts';
import { ServerProcess } from '../../test/server-process.ts';
import type { ServerPart } from '../../test/server-program.ts';
import { repliesEarly } from '../weak-journal.ts';
import type { Crew } from './crew.ts';
import { type Direction, Gate } from './gate.ts';

/** What is wrong with the servers on purpose, when the proof itself is tried. */
export type Weakness = 'none' | 'early-reply';

/** Who reaches a server, or whom it reaches. */
export type Way = 'clients' | 'peers' | 'database';

/** Of each server's process. */
export function prepare(weakness: Weakness): ServerPart {
  let aheadMs = 0;
  return {
    replace: weakness === 'none' ? {} : { journal: (journal) => repliesEarly(journal) },
    // As the machine's: that it was set is noticed by the one that nobody sets.
    clock: new CorrectedClock(
      { now: () => systemClock.now() + aheadMs, after: systemClock.after },
      thisMachine.monotonic,
    ),
    answers: () => ({
      setClock: (ms: number) => {
        aheadMs = ms;
        return ms;
      },
    }),
  };
}

interface Parts {
  readonly galera: Galera;
  readonly crew: Crew;
  readonly weakness: Weakness;
  readonly isBehindProxy?: boolean;
}

/** One server of the proof, behind gates of its own to each node, and with one in front of it for clients and one for its peers. */
export class ClusterServer implements AsyncDisposable {
  readonly dataDirectory: string;
  readonly #gates: Readonly<Record<Way, readonly Gate[]>>;
  readonly #together: ServerProcess;
  /** The same server with the journal in a file. */
  readonly #alone: ServerProcess;
  #running: ServerProcess;

  private constructor(dataDirectory: string, gates: Readonly<Record<Way, readonly Gate[]>>, processes: Processes) {
    this.dataDirectory = dataDirectory;
    this.#gates = gates;
    this.#together = processes.together;
    this.#alone = processes.alone;
    this.#running = processes.together;
  }

  static async open(index: number, folder: string, parts: Parts): Promise<ClusterServer> {
    const { galera } = parts;
    const own = join(folder, String(index));
    mkdirSync(own, { recursive: true });
    const [port, peerPort] = [await freePort(), await freePort()];
    const database = await Promise.all(galera.nodes.map(({ ports }) => Gate.open(ports.sql)));
    const [clients, peers] = [await Gate.open(port), await Gate.open(peerPort)];
    // Each server begins with another node.
    const places = database.map((_, node) => `127.0.0.1:${database[(node + index) % database.length]?.port}`);
    const env = { ...settings(own, parts), ...shared(places, peerPort, peers.port) };
    const processes = { together: processOf(env, port, parts), alone: processOf(settings(own, parts), port, parts) };
    await processes.together.start();
    return new ClusterServer(join(own, 'data'), { database: database, clients: [clients], peers: [peers] }, processes);
  }

  /** Where clients reach it, without a scheme. */
  get address(): string {
    return `127.0.0.1:${this.#gates.clients[0]?.port}`;
  }

  /** Of the process itself. */
  get url(): string {
    return this.#running.url;
  }

  async start(): Promise<void> {
    this.#running = this.#together;
    await this.#running.start();
  }

  /** With the journal that was moved into its data directory. */
  async startAlone(): Promise<void> {
    this.#running = this.#alone;
    await this.#running.start();
  }

  stop(): Promise<void> {
    return this.#running.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.#running.kill();
    for (const gate of [...this.#gates.clients, ...this.#gates.peers]) gate.closeUntilThere();
  }

  pause(): void {
    this.#running.pause();
  }

  resume(): void {
    this.#running.resume();
  }

  /** Sets the clock of its machine. @param aheadMs - of the true time */
  async setClock(aheadMs: number): Promise<void> {
    await this.#running.ask('setClock', aheadMs);
  }

  cut(ways: readonly Way[], direction: Direction = 'both'): void {
    for (const way of ways) for (const gate of this.#gates[way]) gate.cut(direction);
  }

  mend(): void {
    for (const gate of Object.values(this.#gates).flat()) gate.mend();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running.kill();
    for (const gate of Object.values(this.#gates).flat()) await gate[Symbol.asyncDispose]();
  }
}

interface Processes {
  readonly together: ServerProcess;
  readonly alone: ServerProcess;
}

function processOf(env: Readonly<Record<string, string>>, port: number, { weakness }: Parts): ServerProcess {
  return new ServerProcess({ env, port, part: { module: import.meta.filename, given: weakness } });
}

function settings(folder: string, { crew, weakness, isBehindProxy }: Parts): Readonly<Record<string, string>> {
  return {
    ...crew.settings(folder),
    TRACKER_DATA: join(folder, 'data'),
    ...(isBehindProxy === true && { TRACKER_TRUST_PROXY: '127.0.0.1' }),
    TRACKER_REQUESTS_PER_SECOND: '10000',
    TRACKER_REQUEST_BURST: '100000',
    // Without a commit there is more to lose for a server that does not wait for it.
    TRACKER_COMMIT_WINDOW: weakness === 'none' ? '5' : '400',
    TRACKER_LOG_LEVEL: process.env.PROVE_LOG ?? 'fatal',
  };
}

/** @param places - of the nodes; @param peerPort - where it listens for its peers; @param reachedAt - where they reach it */
function shared(places: readonly string[], peerPort: number, reachedAt: number): Readonly<Record<string, string>> {
  const { user, password, database } = galeraLogin;
  return {
    TRACKER_JOURNAL: `mysql://${user}@${places.join(',')}/${database}`,
    TRACKER_JOURNAL_PASSWORD: password.reveal(),
    TRACKER_CLUSTER_LISTEN: `127.0.0.1:${peerPort}`,
    TRACKER_CLUSTER_ADDRESS: `http://127.0.0.1:${reachedAt}`,
    TRACKER_CLUSTER_SECRET: 'a secret of all servers of this proof',
  };
}
