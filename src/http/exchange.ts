import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Origin } from './origin.ts';

/** A request as contracts and refusals read it: the framework's, or one that is answered without it (`direct/`). */
export interface HttpRequest {
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The parameters of the path. */
  readonly params: unknown;
  readonly query: unknown;
  /** Parsed; undefined until it is there. */
  readonly body: unknown;
  /** Set before anything is decided by it. */
  trackerOrigin: Origin | null;
}

/** Where its answer goes. */
export interface HttpReply {
  /** Whether there is an answer already. */
  readonly sent: boolean;
  /** Sends an answer; its length is added. */
  sendWhole(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): void;
  /** The same with headers that are known beforehand, and the id of the request, by the shortest way there is. */
  sendShort(status: number, head: KnownHead, requestId: string, text: string): void;
}

/** Headers that never change, also as lines of text, each with its end. */
export interface KnownHead {
  readonly values: Readonly<Record<string, string>>;
  readonly lines: string;
}

export function knownHead(values: KnownHead['values']): KnownHead {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${value}\r\n`);
  return { values, lines: lines.join('') };
}

/** Returns where the request comes from. */
export function originOf({ trackerOrigin }: Pick<HttpRequest, 'trackerOrigin'>): Origin {
  if (trackerOrigin === null) throw new Error('a request whose origin nobody set');
  return trackerOrigin;
}

declare module 'fastify' {
  interface FastifyRequest extends Pick<HttpRequest, 'trackerOrigin'> {}
  interface FastifyReply extends Pick<HttpReply, 'sendWhole' | 'sendShort'> {}
}

/** How the framework's reply sends what an `HttpReply` does. */
const ways: Pick<HttpReply, 'sendWhole' | 'sendShort'> & ThisType<FastifyReply> = {
  sendWhole(status, headers, body) {
    void this.code(status).headers(headers).send(body);
  },
  sendShort(status, { values }, requestId, text) {
    this.hijack();
    const length = Buffer.byteLength(text);
    this.raw.writeHead(status, { ...values, 'x-request-id': requestId, 'content-length': length });
    this.raw.end(text);
  },
};

/** Makes every request of this instance an `HttpRequest`, and every reply an `HttpReply`. */
export function decorateExchange(fastify: FastifyInstance): void {
  fastify.decorateRequest('trackerOrigin', null);
  fastify.decorateReply('sendWhole', ways.sendWhole);
  fastify.decorateReply('sendShort', ways.sendShort);
}

/** Makes an `HttpReply` of one that was made before the instance was ready: that to a path which the framework cannot read. */
export function completeReply(reply: FastifyReply): HttpReply {
  return Object.assign(reply, ways);
}
