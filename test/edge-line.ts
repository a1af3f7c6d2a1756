import { createHash } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { Secret } from '../src/lib/secret.ts';
import { helloHeader, proofHeader } from '../src/platform/site/edge-proof.ts';
import { deriveKey, type EdgeKeys, edgeHeader, sign } from '../src/platform/site/edge-signature.ts';
import type { Edge } from '../src/server/crew-center.ts';

const key = deriveKey('app', new Secret('a key of 32 bytes that both sides read')) as Secret;
const keys: EdgeKeys = { byKind: { app: key }, before: null };

/** An edge whose key `EdgeLine` has. */
export const lineEdge: Edge = {
  keys: () => keys,
  trustsPeer: () => false,
  trustSetting: null,
  readFingerprint: async () => null,
  saveAddresses: () => {},
};

export interface EdgeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What the crew center's PHP does for a visitor: lets the server prove itself, then forwards with a signed report, on one connection. */
export class EdgeLine {
  readonly #url: string;
  readonly #said: Readonly<Record<string, unknown>>;
  readonly #now: () => number;

  /** @param said - what the report says beside what PHP always says: `base`, `ms`, `admin`, `peer`, `https` */
  constructor(url: string, now: () => number, said: Readonly<Record<string, unknown>>) {
    this.#url = url;
    this.#now = now;
    this.#said = said;
  }

  async ask(
    path: string,
    {
      method = 'GET',
      headers = {},
      body = '',
    }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<EdgeAnswer> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const hello = await this.#send(
        agent,
        'GET',
        '/api/tracker/status',
        { [helloHeader]: `app ${'0'.repeat(32)}` },
        '',
      );
      const nonce = String(hello.headers[proofHeader.toLowerCase()]).split(' ')[0] ?? '';
      const report = {
        t: this.#now() / 1_000,
        m: method,
        p: path,
        peer: '192.0.2.1',
        https: true,
        host: 'crew.example',
        for: '',
        proto: '',
        root: '',
        edge: '1.2.0-4',
        n: nonce,
        k: 'app',
        d: createHash('sha256').update(body).digest('hex'),
        ...this.#said,
      };
      const payload = Buffer.from(JSON.stringify(report)).toString('base64url');
      const signed = { host: 'crew.example', [edgeHeader]: `${payload}.${sign(key, 'report', payload)}`, ...headers };
      return await this.#send(agent, method, path, signed, body);
    } finally {
      agent.destroy();
    }
  }

  /** A form of this page. */
  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<EdgeAnswer> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.ask(path, {
      method: 'POST',
      headers: { ...type, ...headers },
      body: new URLSearchParams(form).toString(),
    });
  }

  #send(
    agent: Agent,
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<EdgeAnswer> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const sent = sendRequest(new URL(path, this.#url), { agent, method, headers: { ...length, ...headers } });
      sent.on('error', reject).on('response', async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      sent.end(body);
    });
  }
}
