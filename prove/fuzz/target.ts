import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import { ServerProcess } from '../../test/server-process.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { allContracts, type Version } from '../served/contracts.ts';
import type { ServedRoute } from '../served/routes.ts';
import type { Given, Known, Memory, Weakness } from './protocol.ts';

/** The server that is attacked, in a process of its own with the memory that it has when it is shipped. */
export class Target implements AsyncDisposable {
  readonly routes: readonly ServedRoute[];
  /** Folders whose names only the server knows. */
  readonly folders: readonly string[];
  readonly directory: string;
  /** Lines of its log that say that something of ours is broken. */
  readonly bugs: readonly string[];
  readonly #server: ServerProcess;
  readonly #opened: AsyncDisposable;

  private constructor(
    server: ServerProcess,
    opened: AsyncDisposable,
    about: Pick<Target, 'directory' | 'routes' | 'bugs'>,
  ) {
    this.#server = server;
    this.#opened = opened;
    ({ directory: this.directory, routes: this.routes, bugs: this.bugs } = about);
    this.folders = [this.directory, process.cwd(), import.meta.dirname];
  }

  static async open(version: Version, weakness: Weakness): Promise<Target> {
    await using opened = new AsyncDisposableStack();
    const directory = opened.use(tempFolder('fuzz')).path;
    const bugs: string[] = [];
    const given: Given = { data: directory, version, weakness };
    const server = opened.use(
      await ServerProcess.open({
        part: { module: `${import.meta.dirname}/server.ts`, given },
        nodeOptions: [...heapOptions, '--expose-gc', '--disable-warning=ExperimentalWarning'],
        hears: (told) => bugs.push((told as { readonly bug: string }).bug),
        env: {
          ...heapEnvironment,
          TRACKER_DATA: directory,
          TRACKER_EMBEDDED_VERSION: version,
          TRACKER_CONTRACTS: allContracts[version],
          TRACKER_REQUESTS_PER_SECOND: '10000',
          TRACKER_REQUEST_BURST: '100000',
          TRACKER_TRUST_PROXY: '127.0.0.1',
          TRACKER_REQUIRE_HTTPS: 'false',
          TRACKER_LOG_LEVEL: 'warn',
        },
      }),
    );
    const routes = await server.ask<readonly ServedRoute[]>('routes');
    return new Target(server, opened.move(), { directory, routes, bugs });
  }

  get port(): number {
    return this.#server.port;
  }

  get url(): string {
    return this.#server.url;
  }

  get hasEnded(): boolean {
    return !this.#server.isRunning;
  }

  known(): Promise<Known> {
    return this.#server.ask('known');
  }

  memory(): Promise<Memory> {
    return this.#server.ask('memory', 3);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#opened[Symbol.asyncDispose]();
  }
}
