import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync } from 'node:fs';
import { createServer } from 'node:net';
import { builtProgram } from '../built-program.ts';
import { until } from '../until.ts';

const { launcher } = await builtProgram();

/** Starts the server again each time that it ends, with the same socket: what systemd does, in a few lines of sh. */
const script = `
while [ "$restarts" -ge 0 ]; do
  sh -c 'echo "pid $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"' "$@"
  restarts=$((restarts - 1))
done`;

/** A process that holds a listening socket (file descriptor 3), and the server that it starts. */
export class SocketParent implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;
  #output = '';

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
    const read = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  }

  /**
   * @param restarts - how often the server is started again when it ends
   * @param path - of a unix socket; null for a port
   */
  static async open(
    directory: string,
    restarts: number,
    environment: Readonly<Record<string, string>>,
    path: string | null = null,
  ) {
    // Opened here and closed at once: only the parent goes on holding it, and nobody has connected in between.
    const at = path === null ? { port: 0, host: '127.0.0.1' } : { path: `${path}.opened` };
    const server = createServer().listen({ ...at, backlog: 4_096 });
    await once(server, 'listening');
    const address = server.address();
    const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
    const port = typeof address === 'object' ? address?.port : null;
    const command = [process.execPath, launcher, 'serve', '--data', directory, '--listen', 'systemd'];
    const args = ['-c', script, 'parent', ...command];
    const env = { ...process.env, ...environment, restarts: String(restarts) };
    const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'pipe', fd], env, detached: true });
    // `close` deletes the file of a unix socket by the name that it was given.
    if (path !== null) linkSync(`${path}.opened`, path);
    server.close();
    const parent = new SocketParent(port === null ? `unix:${path}` : `http://127.0.0.1:${port}`, child);
    await parent.#started(1);
    return parent;
  }

  /** Ends the server by this signal, and waits until the next one is ready. */
  async restart(signal: NodeJS.Signals): Promise<void> {
    const { length } = this.#pids();
    process.kill(Number(this.#pids().at(-1)), signal);
    await this.#started(length + 1);
  }

  /** Sends the server a signal that does not end it. */
  tell(signal: 'SIGHUP'): void {
    process.kill(Number(this.#pids().at(-1)), signal);
  }

  /** Ends the last server, and with it the parent. @returns the parent's exit code */
  async end(): Promise<number | null> {
    const exited = once(this.#process, 'exit');
    process.kill(Number(this.#pids().at(-1)), 'SIGTERM');
    const [code] = await exited;
    return code as number | null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await exited;
  }

  #pids(): readonly string[] {
    return [...this.#output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => pid ?? '');
  }

  async #started(count: number): Promise<void> {
    const isReady = () => (this.#output.match(/ready at/g) ?? []).length >= count;
    await until(isReady, {
      withinMs: 60_000,
      isLost: () => this.#process.exitCode !== null,
      otherwise: () => `the server was not started:\n${this.#output}`,
    });
  }
}
