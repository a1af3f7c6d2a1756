import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `tracker serve --crew-center FOLDER`, as it is shipped; can be killed and started again on the same data. */
export class Server implements AsyncDisposable {
  readonly #folder: string;
  readonly #data: string;
  readonly #port: number;
  #child: ChildProcess | null = null;

  constructor(folder: string, data: string, port: number) {
    this.#folder = folder;
    this.#data = data;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const main = join(import.meta.dirname, '../../src/cli/main.ts');
    const args = ['serve', '--crew-center', this.#folder, '--data', this.#data, '--listen', `127.0.0.1:${this.#port}`];
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    let output = '';
    child.stdout.setEncoding('utf8');
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      output += chunk;
      if (!output.includes('ready at http')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`the server did not start: ${output}`);
  }

  /** As a power cut does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}
