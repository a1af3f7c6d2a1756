import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../../server-process.ts';
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
    const site = join(directory, 'site');
    await mkdir(join(site, 'public'), { recursive: true });
    await writeFile(join(site, 'artisan'), '');
    const { server } = crew.server.address('crew');
    if (!('socketPath' in server)) throw new Error('the private server has a socket');
    const lines = {
      APP_URL: crew.rest.url,
      APP_KEY: 'base64:0123456789abcdef',
      DB_DATABASE: 'crew',
      DB_USERNAME: 'root',
      DB_PASSWORD: '',
      DB_PREFIX: crew.prefix,
    };
    await writeFile(
      join(site, '.env'),
      Object.entries(lines)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    );
    const env = {
      TRACKER_DATA: join(directory, 'data'),
      TRACKER_CREW_CENTER: site,
      TRACKER_DATABASE_SERVER: `unix:${server.socketPath}`,
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
