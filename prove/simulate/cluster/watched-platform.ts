import { override } from '../../../src/lib/override.ts';
import { type NamesWith, namesWith } from '../../../src/lib/table.ts';
import type { HostFlight, Platform } from '../../../src/platform/port.ts';
import { portTable } from '../../../src/platform/port-table.ts';

/** Calls that change something at the crew center for one flight. */
type FlightWrite = Exclude<NamesWith<typeof portTable, 'does', 'writes'>, 'deliverLive' | 'decidePirep'>;

/** Returns the same crew center; `onWrite` is called with the pilot of each change that begins. */
export function watchedPlatform(platform: Platform, onWrite: (pilotId: string) => void): Platform {
  const names = namesWith(portTable, 'does', 'writes').filter(
    (name): name is FlightWrite => name !== 'deliverLive' && name !== 'decidePirep',
  );
  const watched = names.flatMap((name) => {
    const write = platform[name]?.bind(platform) as
      | ((flight: HostFlight, ...rest: unknown[]) => Promise<unknown>)
      | undefined;
    if (write === undefined) return [];
    const watch = (flight: HostFlight, ...rest: unknown[]) => {
      onWrite(flight.pilotId);
      return write(flight, ...rest);
    };
    return [[name, watch] as const];
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
