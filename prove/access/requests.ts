import { Agent } from 'node:http';
import { ask } from '../../test/wire/ask.ts';

/** What a caller sends: headers, and fields of a form. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** An answer as far as it tells whether the caller was let in. */
export interface Reply {
  readonly status: number;
  readonly location: string;
  /** The cookie that it sets, as it is sent back. */
  readonly cookie: string;
  readonly text: string;
}

/** Sends requests to a server, each from an address of its own, so that limits by address are not what is seen. */
export class Requests {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  #count = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** @param body - JSON; null: the caller's fields as a form where the method has a body */
  async send(method: string, path: string, { headers, fields }: Caller, body: object | null = null): Promise<Reply> {
    this.#count += 1;
    const address = `198.18.${(this.#count >> 8) & 255}.${this.#count & 255}`;
    const hasBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { host: 'localhost', 'x-forwarded-for': address, ...(body === null && hasBody && form), ...headers };
    const asking = { method, headers: sent, ...(hasBody && { body: body ?? new URLSearchParams(fields).toString() }) };
    const answer = await ask(this.#port, path, asking, this.#agent);
    const { location = '', 'set-cookie': [cookie = ''] = [] } = answer.headers;
    return { status: answer.status, text: answer.text, location, cookie: cookie.split(';', 1)[0] ?? '' };
  }
}
