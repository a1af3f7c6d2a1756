import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came, with its path below the contract's place. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Told {
  /** 0 breaks the connection off. */
  readonly status: number;
  readonly text: string;
  /** How long to wait before asking again. */
  readonly retryAfter?: string;
}

/** Answers instead of the honest server, which it may ask as often as it likes. */
export type Lie = (asked: Asked, honest: (changed?: Partial<Asked>) => Promise<Told>) => Promise<Told> | Told;

export interface LyingProxy extends AsyncDisposable {
  readonly url: string;
  lie: Lie;
}

/** A server before an honest one whose answers are changed by a lie. */
export async function openLyingProxy(place: string): Promise<LyingProxy> {
  const proxy = { lie: ((_asked, honest) => honest()) as Lie };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (!/^(?:host|connection|content-length|transfer-encoding|accept-encoding)$/.test(name))
        headers[name] = String(value);
    }
    const asked = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers,
      body: Buffer.concat(chunks).toString(),
    };
    const told = await proxy.lie(asked, (changed = {}) => forward(place, { ...asked, ...changed }));
    if (told.status === 0) return void response.destroy();
    const wait = told.retryAfter === undefined ? {} : { 'retry-after': told.retryAfter };
    response.writeHead(told.status, { 'content-type': 'application/json', ...wait }).end(told.text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function forward(place: string, { method, path, headers, body }: Asked): Promise<Told> {
  const response = await fetch(place + path, { method, headers, redirect: 'manual', ...(body !== '' && { body }) });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), ...(retryAfter !== null && { retryAfter }) };
}

/** Changes the JSON of the answers to these requests, and their status. */
export function changed(where: RegExp, change: (json: never, asked: Asked) => unknown, status?: number): Lie {
  return async (asked, honest) => {
    const told = await honest();
    if (!where.test(`${asked.method} ${asked.path}`)) return told;
    const json = told.text === '' ? null : JSON.parse(told.text);
    return { status: status ?? told.status, text: JSON.stringify(change(json as never, asked)) };
  };
}

/** Says this to these requests, and does nothing. */
export function unheard(where: RegExp, status: number, json: unknown = {}): Lie {
  return (asked, honest) =>
    where.test(`${asked.method} ${asked.path}`) ? { status, text: JSON.stringify(json) } : honest();
}
