import type { HostFlight, HostPirep, Platform } from '../../../src/platform/port.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { type Liar, liar } from './liar.ts';

/** Returns `instead` when the host is unavailable. */
function unlessUnavailable<A extends unknown[], T>(call: (...args: A) => Promise<T>, instead: T) {
  return (...args: A): Promise<T> =>
    call(...args).catch((error: unknown) => {
      if (isRefusal(error, 'crew-center-unavailable')) return instead;
      throw error;
    });
}

const outage = 'outage: "could not ask" is said';

export const outageLiars: readonly Liar[] = [
  liar('finds no PIREP when it could not ask', outage, (honest) => ({
    findPirep: unlessUnavailable((flight: HostFlight) => honest.findPirep(flight), null),
  })),
  liar('lists no bids when it could not ask', outage, (honest) => ({
    listBids: unlessUnavailable((id: string) => honest.listBids(id), []),
  })),
  liar('knows no such login when it could not ask', outage, (honest) => ({
    authenticate: unlessUnavailable<
      Parameters<Platform['authenticate']>,
      Awaited<ReturnType<Platform['authenticate']>>
    >((login, password) => honest.authenticate(login, password), null),
  })),
  liar('knows no pilots when it could not ask', outage, (honest) => ({
    readPilots: unlessUnavailable((ids: readonly string[]) => honest.readPilots(ids), new Map()),
  })),
  liar('throws its driver’s error when it could not ask', outage, (honest) => ({
    filePirep: (flight, pirep) =>
      honest.filePirep(flight, pirep).catch(() => {
        throw new Error('ECONNREFUSED');
      }),
  })),
  liar('says done when it could not ask', outage, (honest) => ({
    cancelPirep: unlessUnavailable<[HostFlight, string | null], HostPirep | null>(
      (flight, reason) => honest.cancelPirep(flight, reason),
      null,
    ),
  })),
  liar('writes a PIREP in two steps', 'outage: one in the middle of filing', (honest, { host }) => ({
    filePirep: async (flight, pirep) => {
      const [begun] = await host.listPireps(flight.pilotId);
      if (begun?.state === 'cancelled') return { pirepId: begun.id, state: 'pending' };
      return honest.filePirep(flight, pirep).catch(async (error: unknown) => {
        await host.cancelPirep?.(flight.pirepId ?? '');
        throw error;
      });
    },
  })),
  liar('works after it was closed', 'close: a closed platform', () => ({ listBids: async () => [] })),
];
