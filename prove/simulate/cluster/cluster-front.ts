import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { createDoorListener, type PeerMethods } from '../../../src/cluster/door.ts';
import type { PeerAnswer } from '../../../src/cluster/peer.ts';
import type { Secret } from '../../../src/lib/secret.ts';
import { type Behind, type Elsewhere, Front, type Generation } from '../front.ts';
import type { PeerRequest } from './wires.ts';

/** What stands behind the contracts and the door of one server of a cluster. */
export interface BehindCluster extends Behind {
  readonly elsewhere: Elsewhere;
  readonly methods: PeerMethods;
  readonly secret: Secret;
  onError(error: unknown): void;
}

/** Every contract of a server of a cluster and its door for the others, without sockets; built once, as a front is. */
export class ClusterFront {
  readonly front: Front;
  readonly #door: FastifyInstance;
  #behind: BehindCluster;

  private constructor(front: Front, behind: BehindCluster) {
    this.front = front;
    this.#behind = behind;
    this.#door = Fastify();
    this.#door.removeAllContentTypeParsers();
    // The listener reads the body itself.
    this.#door.addContentTypeParser('*', (_request, _payload, done) => done(null));
    this.#door.all('/*', (request, reply) => {
      reply.hijack();
      const { methods, secret, onError } = this.#behind;
      createDoorListener({ methods, secret, onError, route: front.route })(request.raw, reply.raw);
    });
  }

  static async open(generation: Generation, behind: BehindCluster): Promise<ClusterFront> {
    const opened = new ClusterFront(await Front.open(generation, behind, behind.elsewhere), behind);
    await opened.#door.ready();
    return opened;
  }

  put(behind: BehindCluster): void {
    this.#behind = behind;
    this.front.put(behind, behind.elsewhere);
  }

  askDoor({ method, path, headers, body }: PeerRequest, answer: (answer: PeerAnswer) => void): void {
    const named: Record<string, string> = {};
    for (let index = 0; index + 1 < headers.length; index += 2)
      named[(headers[index] ?? '').toLowerCase()] = headers[index + 1] ?? '';
    const asked = {
      method: method as 'GET',
      url: path,
      remoteAddress: '10.0.0.1',
      headers: named,
      ...(body === null ? {} : { payload: body }),
    };
    this.#door.inject(asked, (error, reply) => {
      if (error !== undefined && error !== null) throw error;
      if (reply === undefined) throw new Error('there was neither an error nor an answer');
      const given = Object.entries(reply.headers).flatMap(([name, value]) => [name, String(value)]);
      answer({ status: reply.statusCode, headers: given, body: Readable.from([reply.rawPayload]) });
    });
  }
}

const fronts = new Map<string, Promise<ClusterFront>>();

/** The front of the server at this place: built at the first use. */
export async function clusterFrontOf(
  generation: Generation,
  place: number,
  behind: BehindCluster,
): Promise<ClusterFront> {
  const key = `${generation}/${place}`;
  const known = fronts.get(key) ?? ClusterFront.open(generation, behind);
  fronts.set(key, known);
  const front = await known;
  front.put(behind);
  return front;
}
