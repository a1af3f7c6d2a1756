import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrewCenter7 } from './world.ts';

/** A folder that is recognised as this crew center, and `tracker serve` on it as a process that can be killed. */
export class Served implements AsyncDisposable {
  readonly directory: string;
  readonly #env: Readonly<Record<string, string>>;
  #port = 0;
  #child: ChildProcess | null = null;

  private constructor(directory: string, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.#env = env;
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
    const served = new Served(directory, {
      TRACKER_DATA: join(directory, 'data'),
      TRACKER_CREW_CENTER: site,
      TRACKER_DATABASE_SERVER: `unix:${server.socketPath}`,
      TRACKER_LOG_LEVEL: 'info',
    });
    await served.start();
    return served;
  }

  get dataDirectory(): string {
    return join(this.directory, 'data');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** On the port that it had, so that a client finds it again. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../serve.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...this.#env, TRACKER_LISTEN: `127.0.0.1:${this.#port}` },
    });
    this.#child = child;
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      const port = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) continue;
      this.#port = Number(port);
      child.stdout.resume();
      return;
    }
    throw new Error(`the server did not start: ${output}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}
