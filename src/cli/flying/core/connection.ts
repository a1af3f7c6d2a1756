import { backoffMs, type Timing } from '../../../client/timing.ts';
import type { Fetch } from '../../../client/transport.ts';
import { CommandError } from '../../command.ts';

export interface CoreAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface CoreNet {
  readonly fetch: Fetch;
  readonly timing: Timing;
  /** How long a server that is down is waited for, milliseconds. */
  readonly patienceMs: number;
  /** Returns a number from 0 to 1 that spreads the retries; default `Math.random`. */
  readonly random?: () => number;
}

/** A client of phpVMS 7's API at one base URL, to which it appends `/api/…`. It sends the pilot's key with every request. */
export class CoreConnection {
  readonly #base: string;
  readonly #key: string;
  readonly #net: CoreNet;

  constructor(base: string, key: string, net: CoreNet) {
    this.#base = base;
    this.#key = key;
    this.#net = net;
  }

  /** Asks until there is an answer that is neither an error of the server nor "later". @throws CommandError */
  async insist(method: string, path: string, body?: object): Promise<CoreAnswer> {
    const { timing, patienceMs, random = Math.random } = this.#net;
    const startedAt = timing.elapsed();
    for (let attempt = 0; ; attempt += 1) {
      const { answer, problem, retryAfterS } = await this.#try(method, path, body);
      if (answer !== null) return answer;
      const waitMs = backoffMs(attempt, retryAfterS, random);
      if (timing.elapsed() + waitMs - startedAt > patienceMs) throw new CommandError(problem, 3);
      await timing.sleep(waitMs);
    }
  }

  /** The `data` of an answer that must be a yes. @throws CommandError with the server's own words */
  async data(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await this.insist(method, path, body);
    if (answer.status >= 200 && answer.status < 300) return dataOf(answer);
    throw new CommandError(messageOf(answer));
  }

  async #try(method: string, path: string, body?: object) {
    try {
      const response = await this.#net.fetch(`${this.#base}/api/${path}`, {
        method,
        headers: {
          Accept: 'application/json',
          'X-API-Key': this.#key,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        redirect: 'manual',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = { status: response.status, body: readJson(await response.text()) };
      if (answer.status < 500 && answer.status !== 429) return { answer, problem: '', retryAfterS: null };
      const after = Number(response.headers.get('retry-after') ?? Number.NaN);
      return { answer: null, problem: messageOf(answer), retryAfterS: Number.isFinite(after) ? after : null };
    } catch {
      return { answer: null, problem: `${this.#base} does not answer.`, retryAfterS: null };
    }
  }
}

export function dataOf({ body }: CoreAnswer): unknown {
  return ((body ?? {}) as { data?: unknown }).data;
}

/** What an answer says is wrong: `title` of a problem, or the message of a key that is not accepted. */
export function messageOf({ status, body }: CoreAnswer): string {
  const { title, error } = (body ?? {}) as { title?: unknown; error?: { message?: unknown } };
  if (status === 401) return 'The server does not accept the API key.';
  for (const text of [title, error?.message]) if (typeof text === 'string' && text !== '') return text;
  return `The server answered ${status}.`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
