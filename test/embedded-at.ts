import { join } from 'node:path';
import { type Clock, systemClock } from '../src/lib/clock.ts';
import { type Embedded, embeddedFileName, openEmbedded } from '../src/platform/embedded/embedded.ts';

export const silent = { info() {}, warn() {}, error() {} };

/** The embedded crew center of version 7 in this data directory; it logs nothing, and hashes passwords cheaply. */
export function embeddedAt(directory: string, clock: Clock = systemClock): Promise<Embedded> {
  return openEmbedded({ file: join(directory, embeddedFileName), clock, logger: silent, passwordCost: 4 });
}
