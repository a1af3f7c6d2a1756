import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { TextReply } from '../reply.ts';
import type { FoundRoute } from './direct-routes.ts';
import type { RequestHead } from './request-head.ts';

const nothing = {};

/** What routes use of the framework's request, without the framework. */
export class DirectRequest {
  readonly id: string;
  /** Null for what another server sent on. */
  readonly socket: Socket | null;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly query: object = nothing;
  readonly routeOptions: FoundRoute['options'];
  readonly httpVersion = '1.1';
  body: unknown = undefined;

  constructor(
    socket: Socket | null,
    { method, target, headers }: RequestHead,
    found: Pick<FoundRoute, 'params' | 'options'>,
    id: string,
  ) {
    this.id = id;
    this.socket = socket;
    this.method = method;
    this.url = target;
    this.headers = headers;
    this.params = found.params;
    this.routeOptions = found.options;
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
  /** @param encoding - of a text; UTF-8 without it */
  write(message: string | Buffer, encoding?: 'latin1'): unknown;
  /** Ends the connection; null where it is not this server's. */
  readonly end: (() => unknown) | null;
}

/** What routes use of the framework's reply. Head and body are one text, written at once. */
export class DirectReply implements TextReply {
  readonly #way: ReplyWay;
  readonly #keepAliveS: number;
  readonly #done: (status: number) => void;
  #status = 200;
  #headers: Record<string, string | number> = nothing;
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
    this.#headers = { ...this.#headers, [name]: value };
    return this;
  }

  headers(values: Readonly<Record<string, string>>): this {
    this.#headers = { ...this.#headers, ...values };
    return this;
  }

  send(body: string | Buffer): this {
    this.sent = true;
    this.header('content-length', String(Buffer.byteLength(body)));
    this.end(body);
    return this;
  }

  writeHead(status: number, headers: Readonly<Record<string, string | number>>): this {
    this.#status = status;
    this.#headers = headers;
    return this;
  }

  end(body: string | Buffer): void {
    const isTheirs = this.#way.end === null;
    const isLast = !isTheirs && this.#headers.connection === 'close';
    let lines = '';
    for (const name in this.#headers)
      if (!isTheirs || name !== 'connection') lines += `${name}: ${this.#headers[name]}\r\n`;
    const head = this.#head(lines, isLast);
    this.#write(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head, 'latin1'), body]));
    if (isLast) this.#way.end?.();
    this.#done(this.#status);
  }

  writeText(status: number, lines: string, body: string, isAscii: boolean): void {
    this.sent = true;
    this.#status = status;
    this.#write(this.#head(lines, false) + body, isAscii ? 'latin1' : undefined);
    this.#done(status);
  }

  /** Sends a whole message that another server of ours wrote. */
  pass(status: number, message: string | Buffer): void {
    this.sent = true;
    this.#write(message);
    this.#done(status);
  }

  #write(message: string | Buffer, encoding?: 'latin1'): void {
    if (this.#way.writable) this.#way.write(message, encoding);
  }

  /** @param lines - the headers, each with its end */
  #head(lines: string, isLast: boolean): string {
    const kept = isLast ? '' : `Connection: keep-alive\r\nKeep-Alive: timeout=${this.#keepAliveS}\r\n`;
    return `${statusLine(this.#status)}${lines}Date: ${today()}\r\n${kept}\r\n`;
  }
}

const okLine = 'HTTP/1.1 200 OK\r\n';

function statusLine(status: number): string {
  return status === 200 ? okLine : `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
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
