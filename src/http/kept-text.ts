import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, hasTag } from '../lib/etag.ts';
import { acceptsGzip, sendText } from './reply.ts';

const compress = promisify<string, Buffer>(gzip);

/** A text that is the same for everybody: compressed once, and not sent again to a client that has it. */
export class KeptText {
  readonly etag: string;
  readonly #text: string;
  #gzipped: Promise<Buffer> | null = null;

  constructor(text: string) {
    this.#text = text;
    this.etag = etagOf(text);
  }

  /** @param headers - override the common ones of a contract */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    contentType: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const own = { ...headers, etag: this.etag, vary: 'accept-encoding' };
    const has = hasTag(request.headers['if-none-match'], this.etag);
    if (has || !acceptsGzip(request.headers['accept-encoding'])) {
      sendText(request, reply, { status: has ? 304 : 200, contentType, headers: own, text: has ? '' : this.#text });
      return;
    }
    this.#gzipped ??= compress(this.#text);
    const bytes = await this.#gzipped;
    sendText(request, reply, {
      status: 200,
      contentType,
      headers: { ...own, 'content-encoding': 'gzip' },
      text: bytes,
    });
  }
}
