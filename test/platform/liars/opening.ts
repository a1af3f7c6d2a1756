import { newId } from '../../../src/lib/tokens.ts';
import { type Liar, liar, pendingOf } from './liar.ts';

const other = { id: '3', icao: null, name: null, registration: null };

export const openingLiars: readonly Liar[] = [
  liar('opens nothing', 'open: one PIREP', () => ({
    openPirep: async ({ pirepId }) => ({ pirepId, adopted: false }),
  })),
  liar('opens another PIREP each time', 'open: repeated', (honest, { host }) => ({
    openPirep: async (flight) => {
      for (const pirep of await host.listPireps(flight.pilotId)) await host.cancelPirep?.(pirep.id);
      return honest.openPirep({ ...flight, pirepId: newId() });
    },
  })),
  liar('adopts any pilot’s PIREP', 'open: two pilots', (honest, { host, fixtures }) => ({
    openPirep: async (flight) => {
      await honest.openPirep(flight);
      const [any] = await host.listPireps(fixtures.first.id);
      return any === undefined ? honest.openPirep(flight) : { pirepId: any.id, adopted: true };
    },
  })),
  liar('adopts nothing', 'open: a PIREP that the pilot began', (honest, { host }) => ({
    openPirep: async (flight) => {
      for (const pirep of await host.listPireps(flight.pilotId)) await host.deletePirep(pirep.id);
      return honest.openPirep(flight);
    },
  })),
  liar('opens without looking at the aircraft', 'open: with an aircraft that is gone', (honest) => ({
    openPirep: (flight) => honest.openPirep(flight).catch(() => honest.openPirep({ ...flight, aircraft: other })),
  })),
  liar('finds another pilot’s PIREP', 'find: nothing under', (honest, { fixtures: { first } }) => ({
    findPirep: (flight) => honest.findPirep({ ...flight, pilotId: first.id }),
  })),
  liar('still finds a deleted PIREP', 'find: a PIREP deleted', (honest) => ({
    findPirep: async (flight) => (await honest.findPirep(flight)) ?? { ...pendingOf(flight), state: 'open' },
  })),
  liar('does not see a cancellation', 'find: a PIREP cancelled', (honest) => ({
    findPirep: async (flight) => {
      const found = await honest.findPirep(flight);
      return found === null ? null : { ...found, state: 'open' };
    },
  })),
];
