import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What the server in a network's place answers. */
export interface FeedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Never answers. */
  readonly isSilent?: boolean;
}

/** A server in a network's place; what it answers is the test's, and it notes what it was asked. */
export class StandIn implements AsyncDisposable {
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  answer: (path: string, headers: IncomingHttpHeaders) => FeedAnswer = () => ({ status: 404 });
  readonly #server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    this.asked.push({ path, headers });
    const { status = 200, headers: own = {}, text = '', isSilent = false } = this.answer(path, headers);
    if (isSilent) return;
    const isPacked = status === 200 && headers['accept-encoding'] === 'gzip';
    response.writeHead(status, { ...own, ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}) });
    response.end(isPacked ? gzipSync(text) : text);
  });

  static async open(): Promise<StandIn> {
    const standIn = new StandIn();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
