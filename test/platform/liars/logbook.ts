import type { PilotDesk } from '../../../src/platform/desk.ts';
import type { PirepFilter, PirepSummary } from '../../../src/tracking/desk-model.ts';
import { deskLiar } from './desk-liar.ts';
import type { Liar } from './liar.ts';

const list = 'logbook: what the pilot filed';
const filters = 'logbook: each filter';
const one = 'logbook: one PIREP';
const latest = 'logbook: the latest';
const figures = 'statistics: what the host counts';

/** Changes the items of a page. */
function listing(
  honest: PilotDesk,
  change: (items: readonly PirepSummary[]) => readonly PirepSummary[],
): Partial<PilotDesk> {
  return {
    listPireps: async (id, filter, page) => {
      const found = await honest.listPireps(id, filter, page);
      return { ...found, items: change(found.items) };
    },
  };
}

function filtering(honest: PilotDesk, change: Partial<PirepFilter>): Partial<PilotDesk> {
  return { listPireps: (id, filter, page) => honest.listPireps(id, { ...filter, ...change }, page) };
}

export const logbookLiars: readonly Liar[] = [
  deskLiar('lists the oldest first', list, (honest) => listing(honest, (items) => items.toReversed())),
  deskLiar('says nothing of when a PIREP was filed', list, (honest) =>
    listing(honest, (items) => items.map((each) => ({ ...each, filedAt: null }))),
  ),
  deskLiar('forgets the distance of a PIREP', list, (honest) =>
    listing(honest, (items) => items.map((each) => ({ ...each, distanceNm: null }))),
  ),
  deskLiar('lists open PIREPs', list, (honest, { host }) => ({
    listPireps: async (id, filter, page) => {
      const found = await honest.listPireps(id, filter, page);
      const [like] = found.items;
      const open = (await host.listPireps(id)).filter((each) => each.state === 'open');
      if (like === undefined) return found;
      return { ...found, items: [...found.items, ...open.map((each) => ({ ...like, id: each.id }))] };
    },
  })),
  deskLiar('lists PIREPs of everybody', list, (honest, { fixtures: { second } }) => ({
    listPireps: async (id, filter, page) => {
      const [own, theirs] = [
        await honest.listPireps(id, filter, page),
        await honest.listPireps(second.id, filter, page),
      ];
      return { ...own, items: [...own.items, ...theirs.items] };
    },
  })),
  deskLiar('does not look at the date', filters, (honest) => filtering(honest, { from: null })),
  deskLiar('does not look at the state of a PIREP', filters, (honest) => filtering(honest, { state: null })),
  deskLiar('does not look at the arrival of a PIREP', filters, (honest) => filtering(honest, { arrival: null })),
  deskLiar('does not look at the aircraft of a PIREP', filters, (honest) => filtering(honest, { aircraftId: null })),
  deskLiar('gives the whole logbook on each page', filters, (honest) => ({
    listPireps: async (id, filter, { page, perPage }) => {
      return { ...(await honest.listPireps(id, filter, { page: 1, perPage: 100 })), page, perPage };
    },
  })),
  deskLiar('loses the log of a PIREP', one, (honest) => detailing(honest, { log: [] })),
  deskLiar('loses the fields of a PIREP', one, (honest) => detailing(honest, { fields: {} })),
  deskLiar('loses the comments on a PIREP', one, (honest) => detailing(honest, { comments: [] })),
  deskLiar('returns another route in the detail', one, (honest) => detailing(honest, { route: 'DCT' })),
  deskLiar('lets anybody read a PIREP', one, (honest, { fixtures: { first } }) => ({
    readPirep: (_id, pirepId) => honest.readPirep(first.id, pirepId),
  })),
  deskLiar('reads an open PIREP', one, (honest, { host, fixtures: { first } }) => ({
    readPirep: async (id, pirepId) => {
      const isOpen = (await host.listPireps(id)).some((each) => each.id === pirepId && each.state === 'open');
      const [filed] = await host.listPireps(first.id);
      return isOpen ? honest.readPirep(first.id, filed?.id ?? '') : honest.readPirep(id, pirepId);
    },
  })),
  deskLiar('takes the PIREP that was made last for the latest', latest, (honest) => ({
    latestPirep: async (id) => {
      const all = await honest.listPireps(id, nothing, { page: 1, perPage: 100 });
      return all.items.at(-1) ?? null;
    },
  })),
  deskLiar('fails for a pilot without a PIREP', latest, (honest) => ({
    latestPirep: async (id) => {
      const found = await honest.latestPirep(id);
      if (found === null) throw new Error('there is none');
      return found;
    },
  })),
  deskLiar('lands a pilot who has not landed', figures, (honest) => ({
    statistics: async (id) => {
      const all = await honest.statistics(id);
      return { ...all, averageLandingRateFpm: all.averageLandingRateFpm ?? 0 };
    },
  })),
  deskLiar('counts the PIREPs of everybody', figures, (honest, { fixtures: { first } }) => ({
    statistics: () => honest.statistics(first.id),
  })),
  deskLiar('counts no hours', figures, (honest) => ({
    statistics: async (id) => ({ ...(await honest.statistics(id)), flightTimeMin: 0 }),
  })),
];

const nothing: PirepFilter = { departure: null, arrival: null, state: null, aircraftId: null, from: null, to: null };

function detailing(
  honest: PilotDesk,
  change: Partial<NonNullable<Awaited<ReturnType<PilotDesk['readPirep']>>>>,
): Partial<PilotDesk> {
  return {
    readPirep: async (id, pirepId) => {
      const found = await honest.readPirep(id, pirepId);
      return found === null ? null : { ...found, ...change };
    },
  };
}
