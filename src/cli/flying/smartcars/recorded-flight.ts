import type { Recording, Sample } from '../recording.ts';
import { watch } from '../watch.ts';

/** A recording in the words of smartCARS 3. */

/** The phase that the closed tracker would name: it knows what comes before and after. */
export function phasesOf({ samples }: Recording): readonly string[] {
  const takeoff = samples.findIndex(({ onGround }) => onGround === false);
  const landing = samples.findLastIndex(({ onGround }) => onGround === false) + 1;
  const moved = samples.findIndex((sample) => (sample.groundSpeedKt ?? 0) >= 1);
  return samples.map((sample, index) => {
    const speed = sample.groundSpeedKt ?? 0;
    if (takeoff < 0 || index < takeoff) return speed > 40 ? 'take_off' : index < moved ? 'boarding' : 'taxi';
    if (index >= landing) return speed > 40 ? 'landed' : speed >= 1 ? 'taxi_to_gate' : 'deboarding';
    return airborne(sample.verticalSpeedFpm ?? 0, sample.altitudeMslFt ?? 0);
  });
}

function airborne(verticalSpeedFpm: number, altitudeFt: number): string {
  if (verticalSpeedFpm > 300) return altitudeFt < 3000 ? 'climb_out' : 'climb';
  if (verticalSpeedFpm < -300) return altitudeFt < 3000 ? 'final' : altitudeFt < 10_000 ? 'approach' : 'descent';
  return 'cruise';
}

interface Names {
  readonly bidID: number;
  readonly uuid: string;
  readonly aircraft: number | null;
}

export function updateBody(names: Names, sample: Sample, phase: string, route: readonly string[]) {
  return {
    ...names,
    latitude: sample.lat,
    longitude: sample.lon,
    heading: Math.round(sample.headingDeg ?? 0),
    altitude: Math.round(sample.altitudeMslFt ?? 0),
    groundSpeed: Math.max(0, Math.round(sample.groundSpeedKt ?? 0)),
    distanceRemaining: 0,
    timeRemaining: 0,
    route,
    phase,
    network: 'offline',
  };
}

/** The end of the flight: what the tracker has measured itself, log and events in base64. @param endAt - ms, of the last sample */
export function completeBody(names: Names, { samples }: Recording, endAt: number, route: readonly string[]) {
  const noticed = watch(samples);
  const at = (kind: (typeof noticed)[number]['kind']) => noticed.find((each) => each.kind === kind)?.sample;
  const first = at('block-off') ?? samples[0];
  const last = at('block-on') ?? samples.at(-1);
  const touchdown = at('landing');
  const lastT = samples.at(-1)?.t ?? 0;
  const instant = (t: number) => new Date(endAt - lastT + t).toISOString();
  const fuel = first?.fuelLb ?? null;
  const events = [
    ...(first === undefined || fuel === null
      ? []
      : [{ t: first.t, message: `Pushing back with ${Math.round(fuel)} lbs of fuel` }]),
    ...noticed.map(({ kind, sample }) => ({ t: sample.t, message: words[kind] })),
  ];
  const flightData = events.map(({ t, message }, index) => ({
    ...{ eventId: String(index + 1), eventTimestamp: instant(t), eventElapsedTime: Math.round(t / 1000) },
    ...{ eventCondition: null, message },
  }));
  const flightLog = events.map(({ t, message }) => `[${instant(t).slice(11, 19)}] ${message}`).join('\n');
  return {
    ...names,
    remainingLoad: 0,
    flightTime: ((last?.t ?? lastT) - (first?.t ?? 0)) / 3_600_000,
    landingRate: touchdown?.verticalSpeedFpm ?? 0,
    fuelUsed: fuel === null ? 0 : Math.max(0, fuel - (samples.at(-1)?.fuelLb ?? fuel)),
    route,
    flightLog: Buffer.from(flightLog).toString('base64'),
    flightData: Buffer.from(JSON.stringify(flightData)).toString('base64'),
    comments: null,
  };
}

const words = { 'block-off': 'Off blocks', takeoff: 'Take-off', landing: 'Landed', 'block-on': 'On blocks' } as const;
