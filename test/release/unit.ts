import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseEnv } from 'node:util';
import { until } from '../until.ts';

const folder = '/usr/lib/systemd/system';

/** Lines of a unit, in order: a name may be given several times. */
function readUnit(name: string): ReadonlyMap<string, readonly string[]> {
  const lines = readFileSync(`${folder}/${name}`, 'utf8').split('\n');
  const values = new Map<string, string[]>();
  for (const [, key = '', value = ''] of lines.map((line) => /^(\w+)=(.*)$/.exec(line) ?? []))
    values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

/**
 * Runs the installed unit `va-tracker.service` where there is no systemd: its command, as its user, with its environment
 * and the socket of `va-tracker.socket`.
 */
export class RunningUnit implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
  }

  static async start(): Promise<RunningUnit> {
    const unit = readUnit('va-tracker.service');
    const [address = ''] = readUnit('va-tracker.socket').get('ListenStream') ?? [];
    const [host = '', port = ''] = address.split(':');
    const environment = Object.fromEntries(
      (unit.get('Environment') ?? []).flatMap((line) => line.split(' ')).map((pair) => pair.split('=', 2)),
    ) as Record<string, string>;
    const [file = ''] = (unit.get('EnvironmentFile') ?? []).map((name) => name.replace(/^-/, ''));
    const given = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
    const [command = ''] = unit.get('ExecStart') ?? [];
    const [user = ''] = unit.get('User') ?? [];
    const script = `exec setpriv --reuid=${user} --regid=${user} --init-groups --no-new-privs sh -c 'LISTEN_PID=$$ LISTEN_FDS=1 exec ${command}'`;
    const server = createServer().listen({ host, port: Number(port) });
    await once(server, 'listening');
    const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
    const child = spawn('sh', ['-c', script], {
      stdio: ['ignore', 'pipe', 'pipe', fd],
      cwd: '/var/lib/va-tracker',
      env: { PATH: '/usr/bin:/bin', ...environment, ...given },
    });
    server.close();
    const running = new RunningUnit(`http://${address}`, child);
    await until(() => running.#output.includes('ready at'), {
      withinMs: 60_000,
      isLost: () => child.exitCode !== null,
      otherwise: () => `the unit did not start:\n${running.#output}`,
    });
    return running;
  }

  /** Stops it as systemd does. @returns the exit code */
  async stop(): Promise<number | null> {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    const [code] = await exited;
    return code as number | null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) await this.stop();
  }
}
