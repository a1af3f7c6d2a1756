import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../../server-process.ts';
import { writeSite7 } from '../site-folders.ts';
import type { CrewCenter7 } from './world.ts';

/** A folder that is recognised as this crew center, and `tracker serve` on it as a process that can be killed. */
export class Served implements AsyncDisposable {
  readonly directory: string;
  readonly #server: ServerProcess;

  private constructor(directory: string, server: ServerProcess) {
    this.directory = directory;
    this.#server = server;
  }

  static async open(crew: CrewCenter7): Promise<Served> {
    const directory = await mkdtemp(join(tmpdir(), 'tracker-seven-'));
    const env = {
      TRACKER_DATA: join(directory, 'data'),
      ...writeSite7(directory, crew),
      TRACKER_LOG_LEVEL: 'info',
    };
    return new Served(directory, await ServerProcess.open({ env, part: { module: null } }));
  }

  get dataDirectory(): string {
    return join(this.directory, 'data');
  }

  get url(): string {
    return this.#server.url;
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
