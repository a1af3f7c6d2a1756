import { gunzipSync } from 'node:zlib';
import type { Fetch } from '../../src/client/transport.ts';

/** A request as a script sees it: the body unpacked and parsed. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** `null`: the network fails. A text is HTML with status 200 unless `status` says otherwise. */
export type ScriptedReply = {
  readonly status?: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it came from, after redirects. */
  readonly url?: string;
} | null;

/** The network with a script behind it, and everything that was asked. */
export function scriptedFetch(answer: (request: SeenRequest) => ScriptedReply): {
  readonly fetch: Fetch;
  readonly seen: SeenRequest[];
} {
  const seen: SeenRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = read(url, init);
    seen.push(request);
    const reply = answer(request);
    if (reply === null) throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const response = new Response(reply.html ?? JSON.stringify(reply.json), {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
    });
    Object.defineProperty(response, 'url', { value: reply.url ?? url });
    return response;
  };
  return { fetch, seen };
}

function read(url: string, init: RequestInit): SeenRequest {
  const headers = new Headers(init.headers);
  const isPacked = headers.get('Content-Encoding') === 'gzip';
  const text = isPacked ? gunzipSync(Buffer.from(init.body as ArrayBuffer)).toString() : init.body;
  const { pathname, search } = new URL(url);
  return {
    method: init.method ?? 'GET',
    url,
    path: pathname + search,
    headers,
    body: typeof text === 'string' ? JSON.parse(text) : null,
  };
}
