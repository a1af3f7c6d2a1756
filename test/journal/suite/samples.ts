import type { Journal } from '../../../src/journal/journal.ts';
import type { Flight, FlightEvent, Position, Report } from '../../../src/tracking/model.ts';
import { completePosition } from '../../../src/tracking/position/position.ts';

/** When the samples play. */
export const noon = Date.UTC(2025, 5, 1, 12);

/** The position of this `seq`, five seconds after the one before it. */
export function samplePosition(seq: number, change: Partial<Position> = {}): Position {
  const recordedAt = noon + seq * 5000;
  return completePosition({
    seq,
    recordedAt,
    isDated: true,
    receivedAt: recordedAt + 80 + (seq % 7),
    lat: (474647 + seq * 31) / 1e4,
    lon: (85492 - seq * 112) / 1e4,
    headingDeg: 271.5,
    altitudeMslFt: 35000 + (seq % 11),
    altitudeAglFt: 33800.5,
    groundSpeedKt: 451.2,
    indicatedAirspeedKt: 281,
    verticalSpeedFpm: 20 - (seq % 40),
    fuelLb: 40000 - seq * 7,
    fuelFlowLbPerHour: 5100,
    phase: 'cruise',
    distanceNm: Math.round(seq * 62) / 100,
    transponder: '2000',
    onGround: false,
    ...change,
  });
}

export function sampleEvent(seq: number | null, change: Partial<FlightEvent> = {}): FlightEvent {
  const recordedAt = noon + (seq ?? 0) * 1000;
  return {
    seq,
    kind: 'flaps',
    recordedAt,
    isDated: true,
    receivedAt: recordedAt + 90,
    message: 'Flaps «5»',
    lat: 47.4647,
    lon: null,
    data: { setting: 5, note: 'ok' },
    ...change,
  };
}

const samplePlan: Flight['plan'] = {
  scheduleId: '3',
  airlineId: '1',
  airlineCode: 'VMS',
  flightNumber: '101',
  ident: 'VMS101',
  callsign: 'VMS101',
  departure: { icao: 'LSZH', name: 'Zürich', lat: 47.4647, lon: 8.5492 },
  arrival: { icao: 'MMUN', name: null, lat: null, lon: null },
  alternate: null,
  aircraft: null,
  route: 'DCT',
  distanceNm: 4700,
  flightType: 'J',
  routeCode: null,
  routeLeg: null,
  plannedFlightTimeMin: 660,
  departureTime: null,
  arrivalTime: null,
};

export function sampleFlight(number: number, change: Partial<Flight> = {}): Flight {
  return {
    id: `flight-${number}`,
    number,
    pilot: { id: '7', ident: 'VMS0007', name: 'Ada' },
    bidId: '12',
    plan: samplePlan,
    aircraft: null,
    network: null,
    said: null,
    pirepId: `pirep-${number}`,
    formerPirepIds: [],
    state: 'open',
    intent: null,
    startedAt: noon,
    lastReportAt: noon,
    endedAt: null,
    reason: null,
    receipt: null,
    summary: null,
    setAside: null,
    air: null,
    pendingAircraft: null,
    ...change,
  };
}

/** What the core takes up when it starts. */
export function unsealedOf(journal: Journal): readonly Report[] {
  const reports: Report[] = [];
  journal.eachUnsealed((_flightNumber, report) => reports.push(report));
  return reports;
}
