import { newId } from '../../../src/lib/tokens.ts';
import type { HostPirep, Platform } from '../../../src/platform/port.ts';
import { type Liar, liar, pendingOf } from './liar.ts';

export const filingLiars: readonly Liar[] = [
  liar('files nothing', 'file: every figure', () => ({ filePirep: async (flight) => pendingOf(flight) })),
  liar('forgets the figures', 'file: every figure', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, { ...pirep, distanceNm: null }),
  })),
  liar('cuts the landing rate’s sign', 'file: every figure', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, { ...pirep, landingRateFpm: 187 }),
  })),
  liar('answers another state than the host’s', 'file: every figure', (honest) => ({
    filePirep: async (flight, pirep) => ({ ...(await honest.filePirep(flight, pirep)), state: 'pending' }),
  })),
  liar('takes other pilots’ bids away', 'file: every figure', (honest, { host, fixtures }) => ({
    filePirep: async (flight, pirep) => {
      await host.deleteBid(fixtures.second.bidId);
      return honest.filePirep(flight, pirep);
    },
  })),
  liar('writes 0 for an unknown figure', 'file: what is not known', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, { ...pirep, fuelUsedLb: pirep.fuelUsedLb ?? 0 }),
  })),
  liar('files again after a crash', 'file: twenty at once', (honest) => {
    const filed = new Map<string, Promise<HostPirep>>();
    const file: Platform['filePirep'] = async (flight, pirep) => {
      if ((await honest.findPirep(flight))?.state === 'open') return honest.filePirep(flight, pirep);
      const pirepId = newId();
      await honest.openPirep({
        ...flight,
        pirepId,
        plan: { ...flight.plan, scheduleId: null, flightNumber: pirepId.slice(0, 8) },
      });
      return honest.filePirep({ ...flight, pirepId }, pirep);
    };
    return {
      filePirep: (flight, pirep) => {
        const answer = filed.get(flight.id) ?? file(flight, pirep);
        filed.set(flight.id, answer);
        return answer;
      },
    };
  }),
  liar('files under the wrong pilot', 'file: two pilots', (honest, { host, fixtures }) => ({
    filePirep: async (flight, pirep) => {
      const [first] = await host.listPireps(fixtures.first.id);
      return honest.filePirep({ ...flight, pilotId: fixtures.first.id, pirepId: first?.id ?? null }, pirep);
    },
  })),
  liar('needs the bid', 'file: a bid that vanished', (honest) => ({
    filePirep: async (flight, pirep) => {
      const bids = await honest.listBids(flight.pilotId);
      if (!bids.some((bid) => bid.id === flight.bidId)) throw new Error('no such bid');
      return honest.filePirep(flight, pirep);
    },
  })),
  liar('files for a pilot who is gone', 'file: without its pilot', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, pirep).catch(() => pendingOf(flight)),
  })),
  liar('fails on text that it does not like', 'file: markup', (honest) => ({
    filePirep: async (flight, pirep) => {
      if (pirep.notes?.includes('<') === true) throw new Error('Incorrect string value');
      return honest.filePirep(flight, pirep);
    },
  })),
  liar('keeps a diversion to itself', 'file: a diversion', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, { ...pirep, diversion: null }),
  })),
  liar('files the planned arrival', 'file: the arrival that the pilot says', (honest) => ({
    filePirep: (flight, pirep) => honest.filePirep(flight, { ...pirep, diversion: null }),
  })),
  liar('accepts what waits for review', 'file: a PIREP for review', (honest) => ({
    filePirep: (flight, { isForReview: _isForReview, ...pirep }) => honest.filePirep(flight, pirep),
  })),
  liar('cancels nothing', 'cancel: an open one', () => ({ cancelPirep: async () => null })),
  liar('opens a PIREP in order to cancel it', 'cancel: a flight without a PIREP', (honest) => ({
    cancelPirep: async (flight, reason) => {
      await honest.openPirep(flight);
      return honest.cancelPirep(flight, reason);
    },
  })),
  liar('cancels a filed one', 'cancel: never touches', (honest, { host }) => ({
    cancelPirep: async (flight) => {
      const found = await honest.findPirep(flight);
      await host.cancelPirep?.(flight.pirepId ?? '');
      return found;
    },
  })),
  liar('takes the bid away when cancelling', 'cancel: an open one', (honest, { host }) => ({
    cancelPirep: async (flight, reason) => {
      await host.deleteBid(flight.bidId ?? '');
      return honest.cancelPirep(flight, reason);
    },
  })),
];
