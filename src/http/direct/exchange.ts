import { STATUS_CODES } from 'node:http';
import type { HttpReply, HttpRequest, KnownHead } from '../exchange.ts';
import type { Origin } from '../origin.ts';
import type { FoundRoute } from './direct-routes.ts';
import type { RequestHead } from './request-head.ts';

const nothing = {};

/** A request that the framework does not see. */
export class DirectRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHead['headers'];
  readonly params: FoundRoute['params'];
  readonly query = nothing;
  body: unknown = undefined;
  trackerOrigin: Origin;
  trackerSession: HttpRequest['trackerSession'] = null;

  constructor(id: string, { method, target, headers }: RequestHead, params: FoundRoute['params'], origin: Origin) {
    this.id = id;
    this.method = method;
    this.url = target;
    this.headers = headers;
    this.params = params;
    this.trackerOrigin = origin;
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

/** Its reply: head and body are one text, written at once. */
export class DirectReply implements HttpReply {
  readonly #way: ReplyWay;
  readonly #keepAliveS: number;
  readonly #done: (status: number) => void;
  sent = false;

  /** @param done - called with the status once the reply is written */
  constructor(way: ReplyWay, keepAliveS: number, done: (status: number) => void) {
    this.#way = way;
    this.#keepAliveS = keepAliveS;
    this.#done = done;
  }

  sendWhole(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): void {
    this.sent = true;
    const isTheirs = this.#way.end === null;
    const isLast = !isTheirs && headers.connection === 'close';
    let lines = '';
    for (const name in headers) if (!isTheirs || name !== 'connection') lines += `${name}: ${headers[name]}\r\n`;
    const head = this.#head(status, `${lines}content-length: ${Buffer.byteLength(body)}\r\n`, isLast);
    this.#write(typeof body === 'string' ? head + body : Buffer.concat([Buffer.from(head, 'latin1'), body]));
    if (isLast) this.#way.end?.();
    this.#done(status);
  }

  sendShort(status: number, { lines }: KnownHead, requestId: string, text: string): void {
    this.sent = true;
    const bytes = Buffer.byteLength(text);
    const head = this.#head(status, `${lines}x-request-id: ${requestId}\r\ncontent-length: ${bytes}\r\n`, false);
    this.#write(head + text, bytes === text.length ? 'latin1' : undefined);
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
  #head(status: number, lines: string, isLast: boolean): string {
    const kept = isLast ? '' : `Connection: keep-alive\r\nKeep-Alive: timeout=${this.#keepAliveS}\r\n`;
    return `${statusLine(status)}${lines}Date: ${today()}\r\n${kept}\r\n`;
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
