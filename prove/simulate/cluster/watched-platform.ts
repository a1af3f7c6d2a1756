import { override } from '../../../src/lib/override.ts';
import type { HostFlight, Platform } from '../../../src/platform/port.ts';

/** Calls that change something at the crew center for one flight. */
const writes = [
  ...([
    'openPirep',
    'updatePirep',
    'changeAircraft',
    'suspendPirep',
    'filePirep',
    'cancelPirep',
    'deliverTrack',
  ] as const),
] as const satisfies readonly (keyof Platform)[];

/** Returns the same crew center; `onWrite` is called with the pilot of each change that begins. */
export function watchedPlatform(platform: Platform, onWrite: (pilotId: string) => void): Platform {
  const watched = writes.map((name) => {
    const write = platform[name].bind(platform) as (flight: HostFlight, ...rest: unknown[]) => Promise<unknown>;
    const watch = (flight: HostFlight, ...rest: unknown[]) => {
      onWrite(flight.pilotId);
      return write(flight, ...rest);
    };
    return [name, watch] as const;
  });
  const methods: Partial<Platform> = {
    ...Object.fromEntries(watched),
    deliverLive: (rows) => {
      for (const { flight } of rows) onWrite(flight.pilotId);
      return platform.deliverLive(rows);
    },
  };
  return override(platform, methods);
}
