import { backoffMs, type Timing } from '../../../client/timing.ts';
import type { Fetch } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';
import type { Dialect, PilotLogin, Row, SmartcarsAnswer } from './dialect.ts';

/** smartCARS, or a client like it, talking to one Script URL: joins paths by concatenation, and logs in again where its session has ended. */
export class SmartcarsConnection {
  readonly #scriptUrl: string;
  readonly #pilot: PilotLogin;
  readonly #dialect: Dialect;
  readonly #fetch: Fetch;
  readonly #timing: Timing;
  readonly #patienceMs: number;
  readonly #random: () => number;
  /** As the app keeps it over a restart. */
  session: string | null;

  constructor(
    scriptUrl: string,
    { pilot, dialect }: { readonly pilot: PilotLogin; readonly dialect: Dialect },
    net: {
      readonly fetch: Fetch;
      readonly timing: Timing;
      readonly patienceMs: number;
      /** Returns a number from 0 to 1 that spreads the retries; default `Math.random`. */
      readonly random?: () => number;
    },
    session: string | null,
  ) {
    this.#scriptUrl = scriptUrl;
    this.#pilot = pilot;
    this.#dialect = dialect;
    this.#fetch = net.fetch;
    this.#timing = net.timing;
    this.#patienceMs = net.patienceMs;
    this.#random = net.random ?? Math.random;
    this.session = session;
  }

  /** Starts with the session that was kept, else logs in. @throws CommandError */
  async signIn(): Promise<void> {
    if (this.session !== null) {
      const { method, path, body } = this.#dialect.resume(this.session);
      const { status } = await this.#repeat(() => this.#send(method, path, body));
      if (status === 200) return;
    }
    await this.#logIn();
  }

  async #logIn(): Promise<void> {
    this.session = null;
    const { path, body } = this.#dialect.login(this.#pilot);
    const answer = await this.#repeat(() => this.#send('POST', path, body));
    if (answer.status !== 200) throw new CommandError(messageOf(answer));
    this.session = this.#dialect.tokenOf(answer.body as Row);
  }

  /** One try; a 401 is followed by a login and another one. @throws what `fetch` throws */
  async ask(method: 'GET' | 'POST', path: string, body?: object): Promise<SmartcarsAnswer> {
    const answer = await this.#send(method, path, body);
    if (answer.status !== 401) return answer;
    await this.#logIn();
    return this.#send(method, path, body);
  }

  /** Tries until there is an answer that is worth something. @throws CommandError when patience ends */
  async insist(method: 'GET' | 'POST', path: string, body?: object): Promise<SmartcarsAnswer> {
    return await this.#repeat(() => this.ask(method, path, body));
  }

  async #repeat(once: () => Promise<SmartcarsAnswer>): Promise<SmartcarsAnswer> {
    const startedAt = this.#timing.elapsed();
    for (let attempt = 0; ; attempt += 1) {
      let problem: string;
      try {
        const answer = await once();
        if (answer.status < 500 && answer.status !== 429) return answer;
        problem = messageOf(answer);
      } catch (error) {
        if (error instanceof CommandError) throw error;
        problem = `${this.#scriptUrl} does not answer.`;
      }
      const waitMs = backoffMs(attempt, null, this.#random);
      if (this.#timing.elapsed() + waitMs - startedAt > this.#patienceMs) throw new CommandError(problem, 3);
      await this.#timing.sleep(waitMs);
    }
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object): Promise<SmartcarsAnswer> {
    const headers = {
      Accept: 'application/json',
      ...(this.session === null ? {} : { Authorization: `Bearer ${this.session}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await this.#fetch(this.#scriptUrl + path, { method, headers, redirect: 'manual', ...sent });
    const text = await response.text();
    return { status: response.status, body: readJson(text) };
  }
}

export function messageOf({ status, body }: SmartcarsAnswer): string {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : `The server answered ${status}.`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
