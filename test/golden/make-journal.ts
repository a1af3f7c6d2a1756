import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../../src/journal/journal.ts';
import { fileName, openJournal } from '../../src/journal/open.ts';
import type { FlightEvent, Position } from '../../src/tracking/model.ts';
import { completePosition } from '../../src/tracking/position/position.ts';
import { noon, sampleEvent, sampleFlight, samplePosition } from '../journal/suite/samples.ts';
import { ManualClock } from '../manual-clock.ts';
import { readJournal } from './read-journal.ts';

/**
 * `node test/golden/make-journal.ts FOLDER` writes a small journal in the format of today, and what it reads as. To be
 * run once for each format, before the format changes; what it wrote is never written again.
 */

/** Every column filled, each with a figure of its own: two that change places are noticed. */
const full: Position = {
  ...samplePosition(41),
  receivedAt: samplePosition(41).recordedAt + 1_234,
  lat: 47.4512345,
  lon: -8.5512346,
  headingDeg: 12.3,
  altitudeMslFt: 34_567.8,
  altitudeAglFt: 33_210.4,
  groundSpeedKt: 456.7,
  indicatedAirspeedKt: 278.9,
  verticalSpeedFpm: -1_234.5,
  fuelLb: 23_456.7,
  fuelFlowLbPerHour: 5_678.9,
  phase: 'descent',
  distanceNm: 1_234.56,
  transponder: '4271',
  autopilot: 'LNAV VNAV with a text that is longer than those that are kept once',
  onGround: true,
  simTime: '2025-06-01T14:05:33Z',
  outsideTemperatureC: -56.5,
  windDirectionDeg: 281.1,
  windSpeedKt: 44.4,
  gForce: 1.023,
  pitchDeg: 2.41,
  bankDeg: -0.35,
  simRate: 4.125,
  isPaused: true,
  isSlewing: false,
  isGearUp: true,
  flaps: -15.25,
  headingMagneticDeg: 9.7,
  throttlePct: 87.6,
  n1Pct: 93.1,
  spoilersPct: 62.5,
  areNavLightsOn: true,
  isBeaconOn: false,
  areStrobeLightsOn: true,
  areLandingLightsOn: false,
  areTaxiLightsOn: true,
  areLogoLightsOn: false,
  areWingLightsOn: true,
  isStallWarning: false,
  isOverspeedWarning: true,
};

/** Every column that can be missing is. */
const bare = completePosition({
  recordedAt: noon + 300_000,
  receivedAt: noon + 300_000,
  isDated: false,
  lat: full.lat,
  lon: full.lon,
});

/** Each column missing once, in a position that has all others. */
const gaps = (Object.keys(full) as (keyof Position)[])
  .filter((name) => bare[name] === null)
  .map((name, index): Position => {
    const recordedAt = noon + 400_000 + index * 1_000;
    return { ...full, seq: 50 + index, recordedAt, receivedAt: recordedAt + index, [name]: null };
  });

const positions: readonly Position[] = [
  full,
  { ...full, seq: 42, recordedAt: full.recordedAt + 5_000, receivedAt: full.receivedAt + 5_000, onGround: false },
  { ...full, seq: 43, recordedAt: full.recordedAt + 9_000, receivedAt: full.receivedAt + 9_000, simTime: '14:05:33' },
  { ...full, seq: 44, recordedAt: full.recordedAt + 9_500, isDated: false, simTime: 'half past two' },
  bare,
  ...gaps,
];

const events: readonly FlightEvent[] = [
  sampleEvent(3),
  { ...sampleEvent(4), lon: -8.55, data: null },
  sampleEvent(null, { isDated: false, message: null, lat: null, data: null, kind: 'own kind' }),
];

async function fill(journal: Journal): Promise<void> {
  await journal.saveFlight(sampleFlight(1, { intent: { kind: 'start', at: noon } }));
  await journal.appendPositions(1, positions).durable;
  await journal.appendEvents(1, events).durable;
  await journal.sealFlight(1, { distance: 12.5 });
  await journal.appendPositions(1, positions.map(later)).durable;
  await journal.appendEvents(1, events.map(later)).durable;
  await journal.saveDelivered(1, 4);

  await journal.saveFlight(sampleFlight(2, { network: 'vatsim' }), { kind: 'started', at: noon });
  await journal.appendPositions(2, positions).durable;
  await journal.saveFlight(
    sampleFlight(2, { state: 'cancelled', endedAt: noon + 900_000, reason: 'Weather', formerPirepIds: ['older'] }),
    { kind: 'cancelled', at: noon + 900_000 },
  );
  await journal.changes.saveCursor('golden', 1);

  await journal.saveSession({
    tokenHash: 'ab'.repeat(32),
    pilotId: '7',
    pilotIdent: 'VMS0007',
    pilotName: 'Ada',
    credentialVersion: 'v1',
    createdAt: noon,
    expiresAt: noon + 3_600_000,
    lifetime: 'long',
  });
  await journal.saveLoginFailure({ at: noon, loginHash: 'cd'.repeat(32), address: '192.0.2.7', account: '7' });
  await journal.saveNote('golden', 'a note');
  const entry = { at: noon, actor: 'operator@cli', action: 'release', subject: 'flight-2', detail: 'why' };
  await journal.saveAudit(entry);
}

function later<R extends { readonly seq: number | null; readonly recordedAt: number; readonly receivedAt: number }>(
  report: R,
): R {
  const { seq, recordedAt, receivedAt } = report;
  return {
    ...report,
    seq: seq === null ? null : seq + 100,
    recordedAt: recordedAt + 600_000,
    receivedAt: receivedAt + 600_000,
  };
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder to write');
const directory = mkdtempSync(join(tmpdir(), 'tracker-golden-'));
const clock = new ManualClock(noon);
const first = await openJournal({ directory, clock });
await fill(first);
await first.close();
// Opened again, as a later server would.
const second = await openJournal({ directory, clock });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(await readJournal(second, [1, 2]), null, 2)}\n`);
await second.backup(join(folder, fileName));
await second.close();
rmSync(directory, { recursive: true });
