import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from './request-head.ts';

/** What routes use of the framework's request, without the framework. */
export class DirectRequest {
  readonly id: string;
  readonly socket: Socket;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly query = {};
  readonly routeOptions: { readonly config: object; readonly bodyLimit: number };
  readonly httpVersion = '1.1';
  body: unknown = undefined;

  constructor(
    socket: Socket,
    { method, target, headers }: RequestHead,
    route: Pick<DirectRequest, 'id' | 'params' | 'routeOptions'>,
  ) {
    this.id = route.id;
    this.socket = socket;
    this.method = method;
    this.url = target;
    this.headers = headers;
    this.params = route.params;
    this.routeOptions = route.routeOptions;
  }

  get originalUrl(): string {
    return this.url;
  }

  get raw(): this {
    return this;
  }
}

/** What routes use of the framework's reply. Head and body are one text, written at once. */
export class DirectReply {
  readonly #socket: Socket;
  readonly #keepAliveS: number;
  readonly #done: (status: number) => void;
  #status = 200;
  #headers: Record<string, string | number> = {};
  sent = false;

  /** @param done - called with the status once the reply is written */
  constructor(socket: Socket, keepAliveS: number, done: (status: number) => void) {
    this.#socket = socket;
    this.#keepAliveS = keepAliveS;
    this.#done = done;
  }

  get raw(): this {
    return this;
  }

  hijack(): void {
    this.sent = true;
  }

  code(status: number): this {
    this.#status = status;
    return this;
  }

  header(name: string, value: string): this {
    this.#headers[name] = value;
    return this;
  }

  headers(values: Readonly<Record<string, string>>): this {
    Object.assign(this.#headers, values);
    return this;
  }

  send(body: string | Buffer): this {
    this.sent = true;
    this.#headers['content-length'] = Buffer.byteLength(body);
    this.end(body);
    return this;
  }

  writeHead(status: number, headers: Readonly<Record<string, string | number>>): this {
    this.#status = status;
    this.#headers = headers;
    return this;
  }

  end(body: string | Buffer): void {
    const isLast = this.#headers.connection === 'close';
    if (this.#socket.writable) {
      const head = this.#head(isLast);
      if (typeof body === 'string') this.#socket.write(head + body, 'utf8');
      else this.#socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
      if (isLast) this.#socket.end();
    }
    this.#done(this.#status);
  }

  #head(isLast: boolean): string {
    let head = `HTTP/1.1 ${this.#status} ${STATUS_CODES[this.#status] ?? ''}\r\n`;
    for (const name in this.#headers) head += `${name}: ${this.#headers[name]}\r\n`;
    const kept = isLast ? '' : `Connection: keep-alive\r\nKeep-Alive: timeout=${this.#keepAliveS}\r\n`;
    return `${head}Date: ${today()}\r\n${kept}\r\n`;
  }
}

let dateAt = 0;
let date = '';

/** The time as a header has it, written once for each second. */
function today(): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== dateAt) {
    dateAt = now;
    date = new Date(now * 1_000).toUTCString();
  }
  return date;
}
