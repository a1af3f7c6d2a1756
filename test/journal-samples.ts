import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Journal } from '../src/journal/journal.ts';
import { type JournalOptions, openJournal } from '../src/journal/open.ts';
import { completePosition } from '../src/report/position.ts';
import type { Flight, FlightEvent, Position, Report } from '../src/tracking/model.ts';
import { ManualClock } from './manual-clock.ts';

/** When the samples play. */
export const noon = Date.UTC(2025, 5, 1, 12);

const openJournals = new Map<string, Journal[]>();

/** A directory that is gone after the test, once the journals in it are closed. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-journal-'));
  openJournals.set(directory, []);
  t.after(async () => {
    for (const journal of openJournals.get(directory) ?? []) await journal.close();
    openJournals.delete(directory);
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}

/** The journal of a temporary directory, closed after the test. */
export async function openSample(directory: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  const journal = await openJournal({ directory, clock: new ManualClock(noon), ...options });
  openJournals.get(directory)?.push(journal);
  return journal;
}

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

export function sampleFlight(number: number, change: Partial<Flight> = {}): Flight {
  return {
    id: `flight-${number}`,
    number,
    pilot: { id: '7', ident: 'VMS0007', name: 'Ada' },
    bidId: '12',
    plan: {
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
    },
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
