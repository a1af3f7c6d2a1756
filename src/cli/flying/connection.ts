import { backoffMs, type Timing } from '../../client/timing.ts';
import type { Fetch, WireCall } from '../../client/transport.ts';
import { CommandError } from '../command.ts';

export interface Answer {
  readonly status: number;
  /** Its JSON; null for anything else. */
  readonly body: unknown;
  readonly retryAfterS: number | null;
}

export interface Net {
  readonly fetch: Fetch;
  readonly timing: Timing;
  /** How long a server that is down is waited for, milliseconds. */
  readonly patienceMs: number;
  /** Returns a number from 0 to 1 that spreads the retries; default `Math.random`. */
  readonly random?: () => number;
}

/** A client that is not built with the SDK, at one base URL, with which it joins paths by concatenation. */
export abstract class Connection {
  readonly #base: string;
  readonly #net: Net;
  readonly #name: string;

  /** @param name - as people call the address */
  constructor(base: string, net: Net, name = base) {
    this.#base = base;
    this.#net = net;
    this.#name = name;
  }

  /** By which the server knows the pilot. */
  protected abstract credentials(): Readonly<Record<string, string>>;
  /** What an answer says is wrong. */
  protected abstract messageOf(answer: Answer): string;

  /** One try. @throws what `fetch` throws */
  async ask(call: WireCall): Promise<Answer> {
    return await this.send(call);
  }

  /** Tries until there is an answer that is neither an error of the server nor "later". @throws CommandError when patience ends */
  async insist(call: WireCall): Promise<Answer> {
    return await this.repeat(() => this.ask(call));
  }

  protected async repeat(once: () => Promise<Answer>): Promise<Answer> {
    const { timing, patienceMs, random = Math.random } = this.#net;
    const startedAt = timing.elapsed();
    for (let attempt = 0; ; attempt += 1) {
      const { answer, problem } = await this.#try(once);
      if (answer !== null && problem === null) return answer;
      const waitMs = backoffMs(attempt, answer?.retryAfterS ?? null, random);
      if (timing.elapsed() + waitMs - startedAt > patienceMs)
        throw new CommandError(problem ?? `${this.#name} does not answer.`, 3);
      await timing.sleep(waitMs);
    }
  }

  async #try(once: () => Promise<Answer>) {
    try {
      const answer = await once();
      return { answer, problem: answer.status < 500 && answer.status !== 429 ? null : this.messageOf(answer) };
    } catch (error) {
      if (error instanceof CommandError) throw error;
      return { answer: null, problem: null };
    }
  }

  protected async send({ method, path, body }: WireCall): Promise<Answer> {
    const headers = {
      Accept: 'application/json',
      ...this.credentials(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await this.#net.fetch(this.#base + path, { method, headers, redirect: 'manual', ...sent });
    const after = Number(response.headers.get('retry-after') ?? Number.NaN);
    const json = readJson(await response.text());
    return { status: response.status, body: json, retryAfterS: Number.isFinite(after) ? after : null };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
