import { type Liar, liar } from './liar.ts';

export const underWayLiars: readonly Liar[] = [
  liar('leaves a suspended flight on the map', 'map: a flight under way', () => ({
    suspendPirep: async () => undefined,
  })),
  liar('leaves a cancelled flight on the map', 'map: a cancelled flight', () => ({ cancelPirep: async () => null })),
  liar('stores no progress', 'progress: sent twice', () => ({ updatePirep: async () => undefined })),
  liar('writes 0 for what it does not know', 'progress: sent twice', (honest) => ({
    updatePirep: (flight, sent) => honest.updatePirep(flight, { ...sent, distanceNm: sent.distanceNm ?? 0 }),
  })),
  liar('takes progress of a filed flight', 'progress: of a filed flight', () => ({
    updatePirep: async () => undefined,
  })),
  liar('claims a track and keeps none', 'track: delivered twice', (honest) => ({
    capabilities: { ...honest.capabilities, track: true },
  })),
  liar('writes events that it claims not to show', 'events:', (honest) => ({
    capabilities: { ...honest.capabilities, liveEvents: false },
  })),
  liar('writes an event each time it is delivered', 'events:', (honest) => {
    let shift = 0;
    return {
      deliverTrack: (flight, reports) => {
        shift += 1000;
        const renumbered = reports.map((report) => ({ ...report, number: report.number + shift }));
        return honest.deliverTrack(flight, renumbered);
      },
    };
  }),
  liar(
    'lets a pilot write into another’s PIREP',
    'other pilot: what names another pilot’s PIREP',
    (honest, { fixtures: { first } }) => ({
      updatePirep: (flight, sent) => honest.updatePirep({ ...flight, pilotId: first.id }, sent),
    }),
  ),
  liar(
    'lets a pilot file another’s PIREP',
    'other pilot: what names another pilot’s PIREP',
    (honest, { fixtures: { first } }) => ({
      filePirep: (flight, pirep) => honest.filePirep({ ...flight, pilotId: first.id }, pirep),
    }),
  ),
  liar(
    'lets a pilot cancel another’s PIREP',
    'other pilot: what names another pilot’s PIREP',
    (honest, { fixtures: { first } }) => ({
      cancelPirep: (flight, reason) => honest.cancelPirep({ ...flight, pilotId: first.id }, reason),
    }),
  ),
  liar('finds another pilot’s filed PIREP', 'other pilot: what names another pilot’s filed', (honest, world) => ({
    findPirep: (flight) => honest.findPirep({ ...flight, pilotId: world.fixtures.first.id }),
  })),
];
