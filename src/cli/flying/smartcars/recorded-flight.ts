import type { Recording } from '../recording.ts';
import { watch } from '../watch.ts';

/** A recording in the words of smartCARS 3, which Stratos shares. */

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

/** What the tracker has measured itself at the end of the flight. */
export interface MeasuredEnd {
  readonly hours: number;
  readonly landingRateFpm: number;
  readonly fuelUsedLb: number;
  /** Times since the beginning of the recording in milliseconds, and as ISO texts. */
  readonly events: readonly { readonly t: number; readonly at: string; readonly message: string }[];
}

/** @param endAt - ms, of the last sample */
export function measureEnd({ samples }: Recording, endAt: number): MeasuredEnd {
  const noticed = watch(samples);
  const at = (kind: (typeof noticed)[number]['kind']) => noticed.find((each) => each.kind === kind)?.sample;
  const first = at('block-off') ?? samples[0];
  const last = at('block-on') ?? samples.at(-1);
  const lastT = samples.at(-1)?.t ?? 0;
  const fuel = first?.fuelLb ?? null;
  const events = [
    ...(first === undefined || fuel === null
      ? []
      : [{ t: first.t, message: `Pushing back with ${Math.round(fuel)} lbs of fuel` }]),
    ...noticed.map(({ kind, sample }) => ({ t: sample.t, message: words[kind] })),
  ];
  return {
    hours: ((last?.t ?? lastT) - (first?.t ?? 0)) / 3_600_000,
    landingRateFpm: at('landing')?.verticalSpeedFpm ?? 0,
    fuelUsedLb: fuel === null ? 0 : Math.max(0, fuel - (samples.at(-1)?.fuelLb ?? fuel)),
    events: events.map(({ t, message }) => ({ t, at: new Date(endAt - lastT + t).toISOString(), message })),
  };
}

const words = { 'block-off': 'Off blocks', takeoff: 'Take-off', landing: 'Landed', 'block-on': 'On blocks' } as const;
