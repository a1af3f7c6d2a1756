import { type Answer, type Request, Unreachable } from './answer.ts';
import { LeftOut } from './expect.ts';

/** Milliseconds after which a request counts as unanswered. */
const timeoutMs = 60_000;
/** The rest of a longer answer is not read. */
const maxAnswerBytes = 16_000_000;
/** Answers of 429 that are waited for, one after the other, and for how long each. */
const maxWaits = 5;
const maxWaitS = 30;

/** Sends the requests of a run one by one, and remembers the last exchange for the report. */
export class Wire {
  readonly #base: string;
  #last: Answer | null = null;
  #count = 0;

  /** @param base - the address before the contract's paths, without a slash at its end */
  constructor(base: string) {
    this.#base = base;
  }

  get base(): string {
    return this.#base;
  }

  /** Number of requests that were sent. */
  get count(): number {
    return this.#count;
  }

  /** The exchange before, for the report; reading it forgets it. */
  takeLast(): Answer | null {
    const last = this.#last;
    this.#last = null;
    return last;
  }

  /**
   * Sends one request; after a 429 it waits as long as the server says, and tries again.
   * @throws Unreachable; LeftOut where the server wants it to wait too long: runs in a row use up its limit of wrong passwords
   */
  async send(request: Request): Promise<Answer> {
    for (let waits = 0; ; waits += 1) {
      const answer = await this.#try(request);
      const retryAfterS = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (answer.status !== 429 || !(retryAfterS > 0)) return answer;
      if (retryAfterS > maxWaitS || waits === maxWaits)
        throw new LeftOut(`the server limits such requests: it asks to wait ${retryAfterS} s`);
      await new Promise((resolve) => setTimeout(resolve, retryAfterS * 1000));
    }
  }

  async #try(request: Request): Promise<Answer> {
    const { method, path, headers = {}, body } = request;
    const isJson = typeof body === 'object';
    this.#count += 1;
    try {
      const response = await fetch(this.#base + path, {
        method,
        headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      });
      const text = await readText(response);
      const answer = { request, status: response.status, headers: response.headers, text, json: readJson(text) };
      this.#last = answer;
      return answer;
    } catch (error) {
      throw new Unreachable(`${method} ${this.#base}${path}: ${reasonOf(error)}`);
    }
  }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array);
    length += (part as Uint8Array).length;
    if (length >= maxAnswerBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
