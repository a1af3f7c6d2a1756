import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../tracking/refusals.ts';
import { chooseEncoding } from '../../assets.ts';
import type { Asker } from '../../waiting.ts';
import type { KeptExport } from './exports.ts';

/** Maximum number of downloads in progress, for clients may be slow; one network has at most half of what is left. */
const maxDownloads = 32;

/** Downloads in progress, by network. */
export class Downloads {
  readonly #ofNetwork = new Map<string, number>();
  #all = 0;

  /** Counts one until its response is over. @throws Refusal `server-busy` */
  begin({ networks }: Asker, { raw }: FastifyReply): void {
    const network = networks.at(-1) ?? '';
    const own = this.#ofNetwork.get(network) ?? 0;
    if (2 * own >= maxDownloads - (this.#all - own)) throw tooMany();
    this.#count(network, 1);
    raw.once('close', () => this.#count(network, -1));
  }

  #count(network: string, change: number): void {
    const own = (this.#ofNetwork.get(network) ?? 0) + change;
    if (own > 0) this.#ofNetwork.set(network, own);
    else this.#ofNetwork.delete(network);
    this.#all += change;
  }
}

/** Sends a file that was made before, as the client accepts it. */
export function sendExport(request: FastifyRequest, reply: FastifyReply, file: KeptExport): FastifyReply {
  void reply.header('content-disposition', `attachment; filename="${file.name}"`).type(file.type);
  if (chooseEncoding(request.headers['accept-encoding']) !== 'identity')
    return reply.header('content-encoding', 'gzip').send(file.gzipped);
  const plain = createGunzip();
  // Without it a client that leaves would let it wait for ever.
  reply.raw.once('close', () => plain.destroy());
  plain.end(file.gzipped);
  return reply.send(plain);
}

function tooMany(): Refusal {
  return new Refusal('server-busy', {
    message: 'Too many downloads are in progress. Try again in a moment.',
    retryAfterS: 10,
  });
}
