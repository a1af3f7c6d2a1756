import type { StoredPirep } from '../../prove/simulate/model-crew-center/host.ts';
import { ModelCrewCenter } from '../../prove/simulate/model-crew-center/model-crew-center.ts';
import { planOf } from '../../prove/simulate/model-crew-center/plans.ts';
import type { HostFlight, Platform } from '../../src/platform/port.ts';
import {
  type Fixtures,
  type HostView,
  type PirepInHost,
  platformSuite,
  type SuiteWorld,
} from '../../src/platform/suite.ts';
import { RunningClock } from './running-clock.ts';

for (const generation of [5, 7] as const)
  platformSuite(`model of generation ${generation}`, async () => openModelWorld(generation));

const zurich = { icao: 'LSZH', name: 'Zürich', lat: 47.458056, lon: 8.548056 };
const palma = { icao: 'LEPA', name: 'Palma', lat: 39.55361, lon: 2.727778 };
const frankfurt = { icao: 'EDDF', name: 'Frankfurt', lat: 50.048952, lon: 8.573678 };

function openModelWorld(generation: 5 | 7): SuiteWorld {
  const clock = new RunningClock();
  const center = new ModelCrewCenter(clock, generation);
  const fixtures = furnish(center);
  const opened: Platform[] = [];
  const open = () => {
    const platform = center.open(clock);
    opened.push(platform);
    return platform;
  };
  const good = center.conduct;
  const behave = (fate: 'down' | 'torn') => {
    center.conduct = {
      courseOf: (call) => (fate === 'down' || call === 'filePirep' ? { ...calm, fate } : good.courseOf(call)),
    };
  };
  return {
    platform: open(),
    reopen: async () => open(),
    host: hostView(center),
    fixtures,
    outage: {
      begin: async () => behave('down'),
      async end() {
        center.conduct = good;
      },
      // With a PIREP from the start the adapter says that it is unsure, and the core checks it.
      breakFiling: center.host.capabilities.pirepAtStart
        ? null
        : async () => {
            behave('torn');
            return async () => {
              center.conduct = good;
            };
          },
    },
    async dispose() {
      for (const platform of opened) await platform.close();
    },
  };
}

const calm = { workMs: 1, answerMs: 1 };

function furnish({ host }: ModelCrewCenter): Fixtures {
  for (const airport of [zurich, palma, frankfurt]) host.airports.set(airport.icao, airport);
  host.airlines.add('MDL');
  const add = (id: string, registration: string, isFree: boolean) => {
    const aircraft = { id, icao: 'A320', name: 'Airbus A320', registration };
    host.aircraft.set(id, { ...aircraft, isFree });
    return aircraft;
  };
  const [first, second] = [add('1', 'HB-AAA', true), add('2', 'HB-BBB', true)];
  add('9', 'HB-QQX', false);
  for (const [id, name, apiKey] of [
    ['1', 'ada', 'a'.repeat(20)],
    ['2', 'ben', null],
  ] as const)
    host.pilots.set(id, {
      id,
      ident: `MDL000${id}`,
      name,
      email: `${name}@model.example`,
      password: `${name} secret`,
      apiKey,
      standing: 'active',
    });
  const leg = { id: 's1', number: '204', departure: zurich, arrival: palma };
  const own = host.addBid('1', planOf({ ...leg, aircraft: first }));
  const other = host.addBid('2', planOf({ ...leg, aircraft: second }));
  const choice = host.addBid('1', planOf({ ...leg, id: 's2', number: '310', aircraft: null }));
  const blocked = host.addBid(
    '1',
    planOf({ ...leg, id: 's3', number: '420', aircraft: first }),
    'Its schedule is gone.',
  );
  host.schedules = new Map([['s9', planOf({ ...leg, id: 's9', number: '900', aircraft: first })]]);
  return {
    first: {
      id: '1',
      logins: ['ada@model.example', 'ADA@model.example', 'MDL0001', 'mdl0001'],
      password: 'ada secret',
      apiKey: 'a'.repeat(20),
      bidId: own.id,
    },
    second: {
      id: '2',
      logins: ['ben@model.example', 'MDL0002'],
      password: 'ben secret',
      apiKey: null,
      bidId: other.id,
    },
    choiceBidId: choice.id,
    blockedBidId: blocked.id,
    forbiddenRegistration: 'HB-QQX',
    elsewhere: frankfurt,
    freeFlight: {
      airline: 'MDL',
      flightNumber: '77',
      departure: 'LSZH',
      arrival: 'LEPA',
      aircraft: 'A320',
      registration: null,
      route: null,
    },
    desk: {
      scheduleId: 's9',
      hiddenScheduleIds: [],
      aircraftIds: ['1', '2'],
      forbiddenAircraftId: '9',
      // Of calls that are not offered.
      profile: { firstName: 'Ada', lastName: '', email: 'ada@model.example', rank: '' },
      charter: {
        airline: 'MDL',
        flightNumber: '78',
        departure: 'LSZH',
        arrival: 'LEPA',
        route: null,
        aircraftId: '1',
        cruiseAltitudeFt: null,
        kind: 'passenger',
        departureTime: null,
        arrivalTime: null,
      },
    },
  };
}

function hostView({ host }: ModelCrewCenter): HostView {
  const pirepOf = ({ id, pirepId }: HostFlight) =>
    [...host.pireps.values()].find((pirep) => pirep.id === pirepId || pirep.flightId === id);
  const reportsOf = (flight: HostFlight) =>
    [...(pirepOf(flight)?.reports.values() ?? [])].sort((a, b) => a.number - b.number);
  return {
    listPireps: async (pilotId) => host.pirepsOf(pilotId).map(toPirepInHost),
    listBids: async (pilotId) => [...host.bids.values()].filter((bid) => bid.pilotId === pilotId).map(({ id }) => id),
    readStatistics: async () => null,
    isOnMap: async ({ id }) => host.map.has(id),
    readTrack: async (flight) =>
      reportsOf(flight).flatMap((report) =>
        report.kind === 'position' ? [{ lat: report.position.lat, lon: report.position.lon }] : [],
      ),
    readEvents: async (flight) =>
      reportsOf(flight).flatMap((report) => (report.kind === 'event' ? [report.event.message ?? ''] : [])),
    beginPirep: async (pilotId, bidId) => host.beginPirep(pilotId, bidId),
    deletePirep: async (pirepId) => void host.pireps.delete(pirepId),
    async cancelPirep(pirepId) {
      Object.assign(host.pireps.get(pirepId) ?? {}, { state: 'cancelled' });
    },
    deleteBid: async (bidId) => void host.bids.delete(bidId),
    deletePilot: async (pilotId) => void host.pilots.delete(pilotId),
    setStanding: async (pilotId, standing) => void Object.assign(host.pilots.get(pilotId) ?? {}, { standing }),
    setPassword: async (pilotId, password) => void Object.assign(host.pilots.get(pilotId) ?? {}, { password }),
    removeAircraft: async (aircraftId) => void host.aircraft.delete(aircraftId),
    desk: {
      listSchedules: async () => [...host.schedules.keys()],
      hasSchedule: async (scheduleId) => host.schedules.has(scheduleId),
      async readBid(bidId) {
        const { pilotId, plan } = host.bids.get(bidId) ?? {};
        if (pilotId === undefined || plan === undefined) return null;
        return { pilotId, scheduleId: plan.scheduleId ?? '', aircraftId: plan.aircraft?.id ?? null };
      },
      setFiledAt: async (pirepId, at) => void Object.assign(host.pireps.get(pirepId) ?? {}, { filedAt: at }),
      comment: async (pirepId, text) => void host.pireps.get(pirepId)?.comments.push({ id: '0', at: null, text }),
      listFleet: async () => [...host.aircraft.keys()],
      listAirlines: async () => [...host.airlines],
      countAirports: async () => host.airports.size,
      postNews: null,
    },
  };
}

function toPirepInHost(pirep: StoredPirep): PirepInHost {
  const figure = (name: string) => pirep.figures[name] ?? null;
  return {
    id: pirep.id,
    pilotId: pirep.pilotId,
    state: pirep.state,
    flightNumber: pirep.plan.flightNumber,
    departure: pirep.plan.departure.icao,
    arrival: pirep.arrival,
    aircraftId: pirep.aircraftId,
    flightTimeMin: figure('flightTimeMin'),
    distanceNm: figure('distanceNm'),
    fuelUsedLb: figure('fuelUsedLb'),
    landingRateFpm: figure('landingRateFpm'),
    blockOffAt: figure('blockOffAt'),
    blockOnAt: figure('blockOnAt'),
    text: pirep.text,
    isHtml: false,
  };
}
