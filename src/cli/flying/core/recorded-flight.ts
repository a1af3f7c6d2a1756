import { createHash } from 'node:crypto';
import { distanceNm } from '../../../lib/geo.ts';
import { table } from '../../../lib/table.ts';
import { stateOf } from '../aircraft-state.ts';
import type { Recording, Sample } from '../recording.ts';
import { watch } from '../watch.ts';

/** A recording in the words of phpVMS 7's API. */

/** Status codes of phpVMS 7 (app/Models/Enums/PirepStatus.php), by the phases of a recording. */
const statuses = table<string>({
  boarding: 'BST',
  taxi: 'TXI',
  take_off: 'TOF',
  climb_out: 'ICL',
  climb: 'ENR',
  cruise: 'ENR',
  descent: 'TEN',
  approach: 'APR',
  final: 'FIN',
  landed: 'LAN',
  taxi_to_gate: 'TXI',
  deboarding: 'ARR',
});

export const statusOf = (phase: string | undefined): string => statuses[phase ?? ''] ?? 'ENR';

/** A point of the track. Its id is the same whenever this flight sends it. */
export function pointOf(pirepId: string, index: number, sample: Sample, created_at: string, status: string) {
  const digest = createHash('sha256').update(`${pirepId} ${index}`).digest('hex');
  return {
    id: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    created_at,
    sim_time: created_at,
    status,
    lat: sample.lat,
    lon: sample.lon,
    ...(sample.altitudeMslFt !== null && { altitude_msl: sample.altitudeMslFt, altitude: sample.altitudeMslFt }),
    ...(sample.groundSpeedKt !== null && { gs: sample.groundSpeedKt }),
    ...(sample.verticalSpeedFpm !== null && { vs: sample.verticalSpeedFpm }),
    ...(sample.headingDeg !== null && { heading: sample.headingDeg }),
    ...(sample.fuelLb !== null && { fuel: sample.fuelLb }),
    ...stateOf(sample),
  };
}

/** What the client has measured so far, for `update`: nautical miles, minutes, pounds. */
export function progressOf({ samples }: Recording, index: number) {
  const flown = samples.slice(0, index + 1);
  const miles = flown.reduce((sum, sample, at) => {
    const before = flown[at - 1];
    return before === undefined ? 0 : sum + distanceNm(before, sample);
  }, 0);
  const fuel = flown[0]?.fuelLb ?? null;
  const left = flown.at(-1)?.fuelLb ?? null;
  return {
    distance: Number(miles.toFixed(2)),
    flight_time: Math.round((flown.at(-1)?.t ?? 0) / 60_000),
    ...(fuel !== null && left !== null && { fuel_used: Math.max(0, fuel - left) }),
  };
}

/** The end of the flight. @param instant - gives the time of a sample, ISO 8601 */
export function fileBody(recording: Recording, instant: (sample: Sample) => string) {
  const { samples } = recording;
  const noticed = watch(samples);
  const at = (kind: (typeof noticed)[number]['kind']) => noticed.find((each) => each.kind === kind)?.sample;
  const off = at('block-off') ?? samples[0];
  const on = at('block-on') ?? samples.at(-1);
  const rate = at('landing')?.verticalSpeedFpm ?? null;
  const minutes = Math.round(((on?.t ?? 0) - (off?.t ?? 0)) / 60_000);
  return {
    ...progressOf(recording, samples.length - 1),
    flight_time: minutes,
    ...(off?.fuelLb != null && { block_fuel: off.fuelLb }),
    ...(rate !== null && { landing_rate: rate }),
    ...(off !== undefined && { block_off_time: instant(off) }),
    ...(on !== undefined && { block_on_time: instant(on) }),
    fields: { 'Flown with': 'tracker fly' },
  };
}

/** Lines of the log, each with its time. */
export function logOf({ samples }: Recording, instant: (sample: Sample) => string) {
  return watch(samples).map(({ kind, sample }) => ({
    log: words[kind],
    created_at: instant(sample),
    lat: sample.lat,
    lon: sample.lon,
  }));
}

const words = { 'block-off': 'Off blocks', takeoff: 'Take-off', landing: 'Landed', 'block-on': 'On blocks' } as const;
