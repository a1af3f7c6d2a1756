import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MysqlAddress } from '../../src/lib/mysql.ts';
import { askServer, controlPath } from '../../src/server/control-socket.ts';
import { Refusal } from '../../src/tracking/refusals.ts';
import { until } from '../until.ts';
import { freePort } from './ports.ts';

const program = join(import.meta.dirname, '../../prove/cluster/server.ts');

/** A server in a process of its own, which shares its journal in MariaDB with others. */
export class SharingServer implements AsyncDisposable {
  readonly url: string;
  /** On which it listens for the others. */
  readonly peerPort: number;
  readonly environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;

  private constructor(ports: readonly [number, number], env: Readonly<Record<string, string>>) {
    this.url = `http://127.0.0.1:${ports[0]}`;
    this.peerPort = ports[1];
    this.environment = env;
  }

  static async open(
    { server, user, database }: MysqlAddress,
    settings: Readonly<Record<string, string>>,
    folder: string,
  ): Promise<SharingServer> {
    const place = 'socketPath' in server ? `unix:${server.socketPath}` : `${server.host}:${server.port}`;
    const [port, peerPort] = [await freePort(), await freePort()];
    const sharing = new SharingServer([port, peerPort], {
      ...settings,
      TRACKER_DATA: join(folder, 'data'),
      TRACKER_LISTEN: `127.0.0.1:${port}`,
      TRACKER_JOURNAL: `mysql://${user}@${place}/${database}`,
      TRACKER_CLUSTER_LISTEN: `127.0.0.1:${peerPort}`,
      TRACKER_CLUSTER_SECRET: 'a secret of all servers of this test',
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      TRACKER_WEBHOOK_NETWORKS: '127.0.0.1',
      TRACKER_LOG_LEVEL: 'warn',
    });
    await sharing.start();
    return sharing;
  }

  async start(): Promise<void> {
    const child = fork(program, { env: { ...process.env, ...this.environment } });
    this.#child = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error('a server of the cluster did not start');
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
  }

  /** Asks as an operator's command does, again while partitions move from server to server. */
  async ask(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const path = controlPath(String(this.environment.TRACKER_DATA));
    let answer: Awaited<ReturnType<typeof askServer>> = null;
    const isAnswered = async () => {
      try {
        answer = await askServer(path, method, args);
        return true;
      } catch (error) {
        if (error instanceof Refusal && error.code === 'shutting-down') return false;
        throw error;
      }
    };
    await until(isAnswered, { withinMs: 60_000, everyMs: 100 });
    if (answer === null) throw new Error('the server does not run');
    return (answer as { readonly result: unknown }).result;
  }

  /** kill -9 */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}
