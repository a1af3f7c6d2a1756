import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPart, firefoxPart } from '../hosts/parts.ts';

interface Answer {
  readonly id?: number;
  /** Of what nobody asked for: `log.entryAdded`. */
  readonly method?: string;
  readonly params?: LogEntry;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly message?: string;
}

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
}

/** The key in the words of WebDriver. */
const tabKey = '\uE004';

/** A test goes on while the font still comes: Firefox calls that NS_BINDING_ABORTED, and a font that is not there something else. */
const leftWhileLoading = /^downloadable font: download failed .* status=2152398850 /;

/** Firefox as its makers ship it, driven by WebDriver BiDi: Playwright drives a patched one of its own. */
export class Firefox implements AsyncDisposable {
  /** Errors and warnings of every page's console, scripts that threw. */
  readonly complaints: string[] = [];
  readonly #socket: WebSocket;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #context = '';
  #lastId = 0;

  private constructor(socket: WebSocket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.method === 'log.entryAdded') this.#hear(answer.params);
      else this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  /** @param theme - that the person at it prefers */
  static async open(theme: 'light' | 'dark' = 'light'): Promise<Firefox> {
    const [program = 'firefox-esr'] = findPart(firefoxPart);
    const profile = mkdtempSync(join(tmpdir(), 'tracker-firefox-'));
    const preference = 'layout.css.prefers-color-scheme.content-override';
    writeFileSync(join(profile, 'user.js'), `user_pref("${preference}", ${theme === 'dark' ? 0 : 1});\n`);
    const child = spawn(program, ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const end = async () => {
      const exit = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await exit;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    const address = await addressOf(child.stderr);
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(socket, end);
    await firefox.#begin();
    return firefox;
  }

  async #begin(): Promise<void> {
    await this.#send('session.new', { capabilities: {} });
    const { contexts } = await this.#send('browsingContext.getTree', {});
    this.#context = (contexts as readonly { context: string }[])[0]?.context ?? '';
    await this.#send('session.subscribe', { events: ['log.entryAdded'] });
  }

  #hear(entry: LogEntry | undefined): void {
    const isComplaint = entry?.level === 'error' || entry?.level === 'warn';
    if (isComplaint && !leftWhileLoading.test(String(entry.text))) this.complaints.push(String(entry.text));
  }

  async goto(url: string, viewport: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport });
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  /** Returns what the expression resolves to, by way of JSON. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#send('script.evaluate', {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`Firefox: ${JSON.stringify(exceptionDetails).slice(0, 500)}`);
    const { value } = result as { value?: string };
    return value === undefined ? undefined : JSON.parse(value);
  }

  /** Presses the Tab key as often. */
  async pressTab(times: number): Promise<void> {
    const press = [
      { type: 'keyDown', value: tabKey },
      { type: 'keyUp', value: tabKey },
    ];
    const actions = [{ type: 'key', id: 'keyboard', actions: Array.from({ length: times }, () => press).flat() }];
    await this.#send('input.performActions', { context: this.#context, actions });
  }

  /** Returns a picture of the window as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(String(data), 'base64');
  }

  async #send(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(id, resolve);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await promise;
    this.#waiting.delete(id);
    if (result === undefined) throw new Error(`Firefox: ${method}: ${error} ${message}`);
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await this.#end();
  }
}

/** Firefox says on its standard error where it listens. */
async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox ended before it listened.');
}
