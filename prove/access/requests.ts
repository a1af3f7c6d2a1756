import { Agent, request } from 'node:http';

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
  send(method: string, path: string, { headers, fields }: Caller, body: object | null = null): Promise<Reply> {
    this.#count += 1;
    const address = `198.18.${(this.#count >> 8) & 255}.${this.#count & 255}`;
    const hasBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
    const text = body === null ? new URLSearchParams(fields).toString() : JSON.stringify(body);
    const type = body === null ? 'application/x-www-form-urlencoded' : 'application/json';
    const described = hasBody ? { 'content-type': type, 'content-length': String(Buffer.byteLength(text)) } : {};
    const sent = { host: 'localhost', 'x-forwarded-for': address, ...described, ...headers };
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: this.#port, path, method, headers: sent, agent: this.#agent },
        (answer) => {
          const chunks: Buffer[] = [];
          const { location = '', 'set-cookie': [cookie = ''] = [] } = answer.headers;
          const finish = () => {
            const reply = { status: answer.statusCode ?? 0, location, cookie: cookie.split(';', 1)[0] ?? '' };
            resolve({ ...reply, text: Buffer.concat(chunks).toString() });
          };
          // A stream goes on for ever.
          if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
            finish();
            asked.destroy();
            return;
          }
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', finish);
        },
      );
      asked.on('error', reject).end(hasBody ? text : undefined);
    });
  }
}
