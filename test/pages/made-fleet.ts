import type { Moving } from '../../src/tracking/flight/changes.ts';
import type { Flight, Position } from '../../src/tracking/model.ts';
import { moving } from '../moving.ts';
import type { Site } from './site.ts';

/** What differs between the flights of a made fleet. */
export interface Made {
  readonly flight?: Partial<Flight>;
  readonly plan?: Partial<Flight['plan']>;
  readonly position?: Partial<Position>;
  readonly phase?: Moving['knownPhase'];
}

const phases = ['climb', 'cruise', 'cruise', 'cruise', 'descent'] as const;
const airlines = ['DMO', 'EDW', 'SWR', 'BAW'] as const;
const types = ['A320', 'A343', 'B738', 'C172', 'BCS3'] as const;
const networks = ['vatsim', 'ivao', 'offline', null] as const;
const airports = [
  { icao: 'LSZH', name: 'Zürich Airport', lat: 47.458, lon: 8.548 },
  { icao: 'MMUN', name: 'Cancún International Airport', lat: 21.04, lon: -86.87 },
  { icao: 'KJFK', name: 'John F. Kennedy International Airport', lat: 40.64, lon: -73.78 },
  { icao: 'RJAA', name: 'Narita International Airport', lat: 35.765, lon: 140.386 },
] as const;

/** Puts flights on the map of a site, as many as one likes: its feed hears of them as of any other. */
export function flyFleet(site: Site, count: number, make: (index: number) => Made = () => ({})): void {
  for (let index = 0; index < count; index++) {
    const made = make(index);
    const flight = { ...flightOf(index), ...made.flight, plan: { ...planOf(index), ...made.plan } } as Flight;
    const position = { ...positionOf(index), ...made.position } as Position;
    const phase = made.phase ?? phases[index % phases.length] ?? 'cruise';
    const mark = { at: position.receivedAt - 3_600_000, isEstimated: false };
    const live = moving(flight, position, phase, { blockOff: mark, takeoff: mark, distanceNm: index % 900 });
    site.server.tracker.tracking.changes.notify({ kind: 'moved', flight, live });
  }
}

function flightOf(index: number) {
  return {
    id: `made${String(index).padStart(5, '0')}`,
    state: 'open',
    pilot: { id: '1', ident: 'DMO1', name: 'Ada Novak' },
    network: networks[index % networks.length],
    aircraft: { id: '1', icao: types[index % types.length], name: null, registration: `HB-${index}` },
  };
}

function planOf(index: number) {
  const airline = airlines[index % airlines.length];
  return {
    callsign: `${airline}${index}`,
    ident: `${airline}${index}`,
    airlineCode: airline,
    departure: airports[index % 3],
    arrival: airports[(index + 1) % 4],
    departureTime: '10:00',
    arrivalTime: '18:30Z',
    plannedFlightTimeMin: 300,
    distanceNm: null,
  };
}

function positionOf(index: number): Partial<Position> {
  const [lat, lon] = [((index * 37) % 120) - 50, ((index * 91) % 340) - 170];
  const now = Date.now();
  return {
    lat,
    lon,
    headingDeg: (index * 13) % 360,
    altitudeMslFt: 2_000 + ((index * 311) % 38_000),
    groundSpeedKt: 120 + ((index * 17) % 380),
    verticalSpeedFpm: 0,
    recordedAt: now,
    receivedAt: now,
  };
}
