import { join } from 'node:path';
import type { MysqlAddress } from '../../src/lib/mysql.ts';
import { askServer, controlPath } from '../../src/server/control-socket.ts';
import { Refusal } from '../../src/tracking/refusals.ts';
import { ServerProcess } from '../server-process.ts';
import { until } from '../until.ts';
import { freePort } from './ports.ts';

/** A server in a process of its own, which shares its journal in MariaDB with others. */
export class SharingServer implements AsyncDisposable {
  /** On which it listens for the others. */
  readonly peerPort: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly #server: ServerProcess;

  private constructor(peerPort: number, environment: Readonly<Record<string, string>>, server: ServerProcess) {
    this.peerPort = peerPort;
    this.environment = environment;
    this.#server = server;
  }

  static async open(
    { server, user, database }: MysqlAddress,
    settings: Readonly<Record<string, string>>,
    folder: string,
  ): Promise<SharingServer> {
    const place = 'socketPath' in server ? `unix:${server.socketPath}` : `${server.host}:${server.port}`;
    const peerPort = await freePort();
    const env = {
      ...settings,
      TRACKER_DATA: join(folder, 'data'),
      TRACKER_JOURNAL: `mysql://${user}@${place}/${database}`,
      TRACKER_CLUSTER_LISTEN: `127.0.0.1:${peerPort}`,
      TRACKER_CLUSTER_SECRET: 'a secret of all servers of this test',
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      TRACKER_WEBHOOK_NETWORKS: '127.0.0.1',
      TRACKER_LOG_LEVEL: 'warn',
    };
    return new SharingServer(peerPort, env, await ServerProcess.open({ env, part: { module: null } }));
  }

  get url(): string {
    return this.#server.url;
  }

  ask(method: string, ...args: readonly unknown[]): Promise<unknown> {
    return askAt(String(this.environment.TRACKER_DATA), method, ...args);
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** Lets it complete what is under way. */
  stop(): Promise<void> {
    return this.#server.end('SIGTERM');
  }

  /** kill -9 */
  kill(): Promise<void> {
    return this.#server.kill();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }
}

/** Asks the server of a data directory as an operator's command does, again while partitions move from server to server. */
export async function askAt(directory: string, method: string, ...args: readonly unknown[]): Promise<unknown> {
  let answer: Awaited<ReturnType<typeof askServer>> = null;
  const isAnswered = async () => {
    try {
      answer = await askServer(controlPath(directory), method, args);
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
