import type { WireCall } from '../../../src/client/transport.ts';
import type { Draws } from '../chance.ts';
import type { Generation } from '../front.ts';
import { Device } from '../pilots/device.ts';
import type { Scene } from '../scene.ts';
import type { Pilot } from '../surroundings.ts';
import { credentialsIn, type WireAnswer } from '../wire.ts';

/** What a further program of a pilot does once, while the pilot's own client flies. */
export interface Visit {
  readonly name: string;
  readonly generations: readonly Generation[];
  run(visitor: Visitor): Promise<void>;
}

export type Credentials = Readonly<Record<string, string>>;

/** A further program of a pilot: what it asks for is seen by those who see everything, like what clients ask for. */
export class Visitor {
  readonly world: Scene;
  readonly draws: Draws;
  readonly pilot: Pilot;
  readonly #device: Device;

  constructor(world: Scene, draws: Draws, pilot: Pilot) {
    this.world = world;
    this.draws = draws;
    this.pilot = pilot;
    this.#device = new Device(world, pilot.name, '192.0.2.7');
  }

  /** Null when there was no answer. */
  async ask({ method, path, body }: WireCall, credentials: Credentials = {}): Promise<WireAnswer | null> {
    try {
      const answer = await this.#device.fetch(this.world.baseUrl + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...credentials },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: {}, text: await answer.text() };
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  /** Asks again until there is an answer that is no failure; null when the world came to rest before. */
  async insist(call: WireCall, credentials: Credentials): Promise<WireAnswer | null> {
    while (!this.world.isCalm) {
      const answer = await this.ask(call, credentials);
      if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
      await this.sleep(this.draws.wait(2_000));
    }
    return null;
  }

  sleep(ms: number): Promise<void> {
    return this.#device.life.sleep(ms, 'visitor');
  }

  /** The token with which the pilot was known last; null for one who has none. */
  token(): Credentials | null {
    const { world, pilot } = this;
    const own = world.network.past.filter(({ client }) => world.pilotIdOf(client) === pilot.account.id);
    const known = own.map(({ request }) => credentialsIn(request));
    return known.findLast((each) => Object.keys(each).some((name) => name.toLowerCase() !== 'x-api-key')) ?? null;
  }

  key(): Credentials {
    return { 'X-API-Key': this.pilot.account.apiKey };
  }
}
