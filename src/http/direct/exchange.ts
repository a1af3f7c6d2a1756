import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from './request-head.ts';

/** What routes use of the framework's request, without the framework. */
export class DirectRequest {
  readonly id: string;
  /** Null for what another server sent on. */
  readonly socket: Socket | null;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly query = {};
  readonly routeOptions: { readonly config: object; readonly bodyLimit: number };
  readonly httpVersion = '1.1';
  body: unknown = undefined;

  constructor(
    socket: Socket | null,
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

/** Where a reply is written to: the client's connection, or what brings it there. */
export interface ReplyWay {
  readonly writable: boolean;
  write(message: string | Buffer): unknown;
  /** Ends the connection; null where it is not this server's. */
  readonly end: (() => unknown) | null;
}

/** What routes use of the framework's reply. Head and body are one text, written at once. */
export class DirectReply {
  readonly #way: ReplyWay;
  readonly #keepAliveS: number;
  readonly #done: (status: number) => void;
  #status = 200;
  #headers: Record<string, string | number> = {};
  sent = false;

  /** @param done - called with the status once the reply is written */
  constructor(way: ReplyWay, keepAliveS: number, done: (status: number) => void) {
    this.#way = way;
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
    const { end } = this.#way;
    if (end === null) delete this.#headers.connection;
    const isLast = this.#headers.connection === 'close';
    const head = this.#head(isLast);
    this.#write(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head, 'latin1'), body]));
    if (isLast) this.#way.end?.();
    this.#done(this.#status);
  }

  /** Sends a whole message that another server of ours wrote. */
  pass(status: number, message: string | Buffer): void {
    this.sent = true;
    this.#write(message);
    this.#done(status);
  }

  #write(message: string | Buffer): void {
    if (this.#way.writable) this.#way.write(message);
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
