import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Galera, galeraLogin } from '../../test/hosts/galera/galera.ts';
import { freePort } from '../../test/hosts/ports.ts';
import type { Crew } from './crew.ts';
import { type Gate, openGate } from './gate.ts';
import type { Weakness } from './weakness.ts';

/** One server of the proof, behind gates of its own to each node. */
export class ClusterServer implements AsyncDisposable {
  readonly url: string;
  readonly gates: readonly Gate[];
  readonly #env: Readonly<Record<string, string>>;
  readonly #weakness: Weakness;
  #child: ChildProcess | null = null;

  private constructor(port: number, gates: readonly Gate[], env: Readonly<Record<string, string>>, weakness: Weakness) {
    this.url = `http://127.0.0.1:${port}`;
    this.gates = gates;
    this.#env = env;
    this.#weakness = weakness;
  }

  static async open(
    index: number,
    folder: string,
    parts: { galera: Galera; crew: Crew; weakness: Weakness },
  ): Promise<ClusterServer> {
    const { galera, crew, weakness } = parts;
    const own = join(folder, String(index));
    mkdirSync(own, { recursive: true });
    const gates = await Promise.all(galera.nodes.map(({ ports }) => openGate(ports.sql)));
    // Each server begins with another node.
    const places = gates.map((_, node) => `127.0.0.1:${gates[(node + index) % gates.length]?.port}`);
    const { user, password, database } = galeraLogin;
    const port = await freePort();
    const server = new ClusterServer(
      port,
      gates,
      {
        ...crew.settings(own),
        TRACKER_DATA: join(own, 'data'),
        TRACKER_LISTEN: `127.0.0.1:${port}`,
        TRACKER_JOURNAL: `mysql://${user}@${places.join(',')}/${database}`,
        TRACKER_JOURNAL_PASSWORD: password.reveal(),
        TRACKER_CLUSTER_LISTEN: `127.0.0.1:${await freePort()}`,
        TRACKER_CLUSTER_SECRET: 'a secret of all servers of this proof',
        TRACKER_REQUESTS_PER_SECOND: '10000',
        TRACKER_REQUEST_BURST: '100000',
        // Without a commit there is more to lose for a server that does not wait for it.
        TRACKER_COMMIT_WINDOW: weakness === 'none' ? '5' : '400',
        TRACKER_LOG_LEVEL: process.env.PROVE_LOG ?? 'fatal',
      },
      weakness,
    );
    await server.start();
    return server;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const child = fork(join(import.meta.dirname, 'server.ts'), [this.#weakness], {
      env: { ...process.env, ...this.#env },
    });
    this.#child = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error('a server of the cluster did not start');
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
  }

  /** kill -9 */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Asks it to hand over and end. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  cutOff(): void {
    for (const gate of this.gates) gate.cut();
  }

  mend(): void {
    for (const gate of this.gates) gate.mend();
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null || !this.isRunning) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    for (const gate of this.gates) await gate[Symbol.asyncDispose]();
  }
}
