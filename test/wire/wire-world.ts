import type { IncomingHttpHeaders } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Contract } from '../../src/contracts/contract.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/log.ts';
import { buildHttp, type HttpOptions, type HttpServer } from '../../src/server/http.ts';
import { createMemoryCalls, type MemoryCalls } from './memory-calls.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly json: any;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | object;
}

export interface WireWorld extends AsyncDisposable {
  readonly calls: MemoryCalls;
  readonly http: HttpServer;
  readonly port: number;
  readonly logLines: string[];
  now: number;
  ask(path: string, asking?: Asking): Promise<Answer>;
}

export const plainOptions: HttpOptions = {
  requireHttps: () => true,
  requireHttpsSetting: 'require_https',
  trustProxy: [],
  trustProxySetting: 'trust_proxy',
  edge: null,
  tls: null,
  logRequests: false,
};

/** A contract on a real port in front of calls that are kept in memory. */
export async function openWire(contract: Contract, options: Partial<HttpOptions> = {}): Promise<WireWorld> {
  const logLines: string[] = [];
  const world = { now: Date.parse('2026-05-04T12:00:00Z') };
  const clock: Clock = { now: () => world.now, after: () => ({ [Symbol.dispose]: () => {} }) };
  const calls = createMemoryCalls(clock.now);
  const logger = createLogger({ level: 'debug', destination: { write: (line) => void logLines.push(line) } });
  const http = buildHttp({
    contract,
    calls,
    settings: () => calls.settings,
    options: { ...plainOptions, ...options },
    logger,
    clock,
  });
  const url = await http.listen({ kind: 'tcp', host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  return Object.assign(world, {
    calls,
    http,
    port,
    logLines,
    ask: (path: string, asking: Asking = {}) => ask(port, path, asking),
    [Symbol.asyncDispose]: () => http.close(),
  });
}

/** One request on a connection of its own, with exactly these headers. */
export function ask(port: number, path: string, asking: Asking): Promise<Answer> {
  const { body } = asking;
  const bytes =
    body === undefined
      ? null
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const method = asking.method ?? (bytes === null ? 'GET' : 'POST');
  const typed = bytes === null ? {} : { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const headers = { ...typed, ...asking.headers };
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const all = Buffer.concat(chunks);
        const text = all.toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: all, text, json: jsonOf(text) });
      });
    });
    request.on('error', reject);
    request.end(bytes ?? undefined);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
