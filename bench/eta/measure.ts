import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '../../src/cli/flying/recording.ts';
import { loadAirports } from '../../src/platform/embedded/airport-data.ts';
import { expectLanding } from '../../src/tracking/figures/expected-landing.ts';
import { emptyFold, foldPosition } from '../../src/tracking/figures/fold.ts';
import type { Plan, Position } from '../../src/tracking/model.ts';
import { fly, type MadeFlight, madeFlights } from './made-flights.ts';

/** What was expected of a flight at one moment of its time in the air. */
export interface Expectation {
  readonly name: string;
  /** Share of its time in the air that had passed, 0 … 1. */
  readonly share: number;
  readonly leftMin: number;
  /** Expected minus actual landing, minutes; null when nothing was expected. */
  readonly errorMin: number | null;
  readonly doubtMin: number | null;
}

type Planned = Pick<Plan, 'departure' | 'arrival' | 'distanceNm' | 'plannedFlightTimeMin'>;
type Flown = Pick<Position, 'lat' | 'lon' | 'groundSpeedKt' | 'altitudeMslFt' | 'verticalSpeedFpm'> & {
  readonly t: number;
  readonly onGround: boolean | null;
};

const shares = [0.1, 0.25, 0.5, 0.75, 0.9];

/** Expectations of every recording, and of the made flights. */
export async function measureExpectations(): Promise<readonly Expectation[]> {
  const recorded = globSync('recordings/*.jsonl', { cwd: join(import.meta.dirname, '../..') }).sort();
  const real = await Promise.all(recorded.map(measureRecording));
  return [...real.flat(), ...madeFlights.flatMap(measureMade)];
}

/** A recorded flight with the great circle as its plan, as most schedules have it. */
async function measureRecording(file: string): Promise<readonly Expectation[]> {
  const recording = await readRecording(join(import.meta.dirname, '../..', file));
  const airports = await loadAirports();
  const airport = (icao: string) => {
    const found = airports.find((each) => each.icao === icao);
    return { icao, name: found?.name ?? null, lat: found?.lat ?? null, lon: found?.lon ?? null };
  };
  const [departure, arrival] = [airport(recording.departure), airport(recording.arrival)];
  const plan = { departure, arrival, distanceNm: null, plannedFlightTimeMin: null };
  return measure(`${file} (real)`, plan, recording.samples);
}

function measureMade(made: MadeFlight): readonly Expectation[] {
  const end = (place: MadeFlight['from']) => ({ icao: 'ZZZZ', name: null, ...place });
  const { distanceNm, minutes: plannedFlightTimeMin } = made.plan;
  const plan = { departure: end(made.from), arrival: end(made.to), distanceNm, plannedFlightTimeMin };
  const samples = fly(made).map((sample) => ({ ...sample, t: sample.t * 1_000 + 60_000, onGround: false }));
  const stand = { ...samples[0], t: 0, groundSpeedKt: 0, altitudeMslFt: 0, verticalSpeedFpm: 0, onGround: true };
  const last = samples.at(-1);
  const down = { ...last, t: (last?.t ?? 0) + 10_000, groundSpeedKt: 60, altitudeMslFt: 0, onGround: true };
  return measure(made.name, plan, [stand as Flown, ...samples, down as Flown]);
}

function measure(name: string, plan: Planned, samples: readonly Flown[]): readonly Expectation[] {
  const whole = emptyFold();
  for (const sample of samples) foldPosition(whole, positionOf(sample));
  const [from, to] = [whole.takeoff?.at, whole.landing?.at ?? samples.at(-1)?.t];
  if (from === undefined || to === undefined) throw new Error(`${name} does not fly`);
  const fold = emptyFold();
  let next = 0;
  return shares.map((share) => {
    const at = from + (to - from) * share;
    while ((samples[next]?.t ?? Number.POSITIVE_INFINITY) <= at)
      foldPosition(fold, positionOf(samples[next++] as Flown));
    const position = positionOf(samples[next - 1] as Flown);
    const state = { phase: fold.phase, takeoffAt: fold.takeoff?.at ?? null, flownNm: fold.distanceNm };
    const expected = expectLanding({ plan, position, ...state });
    const errorMin = expected === null ? null : (expected.at - to) / 60_000;
    return { name, share, leftMin: (to - at) / 60_000, errorMin, doubtMin: expected?.doubtMin ?? null };
  });
}

function positionOf({ t, ...sample }: Flown): Position {
  return { ...unknown, ...sample, recordedAt: t, receivedAt: t } as Position;
}

const unknown: Partial<Position> = { seq: null, phase: null, isDated: true, headingDeg: null, fuelLb: null };
