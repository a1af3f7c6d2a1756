import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received. */
  readonly bytes: Buffer;
  /** Inflated where it came compressed. */
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

/** One request with exactly these headers, on a connection of its own or one that the agent keeps. */
export function ask(port: number, path: string, asking: Asking, agent: Agent | false = false): Promise<Answer> {
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
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      const finish = () => {
        const all = Buffer.concat(chunks);
        const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: all, text, json: jsonOf(text) });
      };
      response.on('end', finish);
      // A stream goes on for ever.
      if (response.headers['content-type']?.startsWith('text/event-stream') !== true) return;
      finish();
      request.destroy();
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
