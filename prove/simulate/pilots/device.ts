import type { Fetch } from '../../../src/client/transport.ts';
import type { Line } from '../network.ts';
import type { Surroundings } from '../surroundings.ts';
import { Life } from '../virtual-time.ts';

/** A running program of a pilot, with its connection. */
export class Device {
  readonly life: Life;
  readonly line: Line;
  readonly fetch: Fetch;

  constructor(world: Surroundings, name: string, address: string) {
    this.life = new Life(world.time, name);
    this.line = { name, address, life: this.life, isOffline: false };
    this.fetch = world.network.fetchOf(this.line);
  }
}
