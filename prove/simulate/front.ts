import type { RequestListener } from 'node:http';
import { loadConfig } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import type { Clock } from '../../src/lib/clock.ts';
import type { Logger } from '../../src/lib/log.ts';
import { furtherContracts } from '../../src/server/further-contracts.ts';
import { buildHttp, type HttpServer } from '../../src/server/http.ts';
import type { HttpOptions, HttpParts } from '../../src/server/http-parts.ts';
import { trackingOptions } from '../../src/server/tracker.ts';
import type { Calls } from '../../src/tracking/calls.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

/** What other servers answer. */
export type Elsewhere = NonNullable<HttpParts['elsewhere']>;

/** What stands behind the contracts of one server process. */
export interface Behind {
  readonly calls: Calls;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Generation of the crew center, whose contracts are served. */
export type Generation = 7 | 5;

/**
 * Every contract of a server, without sockets. It keeps nothing over a restart, and takes a tenth of a second to build: so
 * it is built once and put before one process of the simulation after the other.
 */
export class Front {
  #behind: Behind;
  #elsewhere: Elsewhere | null;
  readonly #http: HttpServer;

  private constructor(generation: Generation, behind: Behind, elsewhere: Elsewhere | null) {
    this.#behind = behind;
    this.#elsewhere = elsewhere;
    this.#http = buildHttp({
      contracts: contractsOf(generation),
      calls: this.#delegate((parts) => parts.calls),
      logger: this.#delegate((parts) => parts.logger),
      // Its only timer closes idle connections, of which there are none.
      clock: { now: () => this.#behind.clock.now(), after: () => ({ [Symbol.dispose]() {} }) },
      settings: () => this.#behind.calls.status().settings,
      options,
      requestIds: 'simulated',
      elsewhere: elsewhere === null ? null : this.#elsewhereNow(elsewhere),
    });
  }

  /** @param elsewhere - what other servers answer; null for a server that is alone */
  static async open(generation: Generation, behind: Behind, elsewhere: Elsewhere | null = null): Promise<Front> {
    const front = new Front(generation, behind, elsewhere);
    await front.#http.fastify.ready();
    return front;
  }

  put(behind: Behind, elsewhere: Elsewhere | null = null): void {
    this.#behind = behind;
    this.#elsewhere = elsewhere;
  }

  ask({ method, path, headers, body, address }: WireRequest, answer: (answer: WireAnswer) => void): void {
    const asked = {
      method: method as 'GET',
      url: path,
      remoteAddress: address,
      headers: { ...headers },
      ...(body === null ? {} : { payload: body }),
    };
    this.#http.fastify.inject(asked, (error, reply) => {
      if (error !== undefined && error !== null) throw error;
      if (reply === undefined) throw new Error('there was neither an error nor an answer');
      answer({
        status: reply.statusCode,
        headers: reply.headers as Readonly<Record<string, string>>,
        // It counts the requests of all worlds.
        text: reply.payload.replaceAll(/simulated-\w+/g, 'simulated'),
      });
    });
  }

  /** Answers a request that came in by another way. */
  get route(): RequestListener {
    return this.#http.fastify.routing;
  }

  /** What other servers answer, as the process of the moment knows it. */
  #elsewhereNow(first: Elsewhere): Elsewhere {
    const now = () => this.#elsewhere ?? first;
    return {
      ofToken: (token) => now().ofToken(token),
      holderOf: (token) => now().holderOf(token),
      ofKey: (apiKey) => now().ofKey(apiKey),
      ofPages: () => now().ofPages(),
    };
  }

  /** An object whose members are those of the process of the moment. */
  #delegate<Part extends object>(of: (behind: Behind) => Part): Part {
    return new Proxy({} as Part, {
      get: (_, name) => {
        const part = of(this.#behind);
        const value: unknown = Reflect.get(part, name);
        return typeof value === 'function' ? value.bind(part) : value;
      },
    });
  }
}

const options: HttpOptions = {
  requireHttps: () => false,
  requireHttpsSetting: 'TRACKER_REQUIRE_HTTPS',
  trustProxy: [],
  trustProxySetting: 'TRACKER_TRUST_PROXY',
  edge: null,
  tls: null,
  logRequests: null,
};

export function contractsOf(version: Generation): readonly [Contract, ...Contract[]] {
  const place = { version, isEmbedded: true, isHandedOver: false };
  return [version === 7 ? native : legacy, ...furtherContracts({ kind: 'auto' }, place)];
}

const fronts = new Map<string, Promise<Front>>();

/** The front of this server: built at the first use. */
export async function frontOf(generation: Generation, place: number, behind: Behind): Promise<Front> {
  const key = `${generation}/${place}`;
  const known = fronts.get(key) ?? Front.open(generation, behind);
  fronts.set(key, known);
  const front = await known;
  front.put(behind);
  return front;
}

/**
 * Builds the fronts before a world begins: how many turns of the event loop that takes is the machine's own, and must not
 * be seen in a world.
 */
export async function buildFronts(): Promise<void> {
  const { limits } = trackingOptions(loadConfig({}));
  const calls = { status: () => ({ limits }) };
  const nobody = { calls, logger: {}, clock: { now: () => 0, after: () => ({ [Symbol.dispose]() {} }) } };
  for (const generation of [7, 5] as const) await frontOf(generation, 0, nobody as unknown as Behind);
}
