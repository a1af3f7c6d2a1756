import type { Receipt } from '../../client/wire-types.ts';
import type { Flown } from './flight-run.ts';

/** Formats a filed PIREP for users: one line per figure, with estimated and unknown ones marked. Times are in UTC. */
export function pirepText(receipt: Receipt): string {
  const rows: readonly (readonly [label: string, figure: keyof Receipt, value: string | null])[] = [
    ['Block off (out)', 'block_off_at', instant(receipt.block_off_at)],
    ['Take-off  (off)', 'takeoff_at', instant(receipt.takeoff_at)],
    ['Landing   (on) ', 'landing_at', instant(receipt.landing_at)],
    ['Block on  (in) ', 'block_on_at', instant(receipt.block_on_at)],
    ['Flight time    ', 'flight_time', duration(receipt.flight_time)],
    ['Distance       ', 'distance', measure(receipt.distance, 'nm')],
    ['Landing rate   ', 'landing_rate', measure(receipt.landing_rate, 'ft/min')],
    ['Fuel used      ', 'fuel_used', measure(receipt.fuel_used, 'lb')],
  ];
  const lines = rows.map(([label, figure, value]) => {
    const mark = receipt.basis[figure] === 'estimated' ? '  (estimated)' : '';
    return `  ${label}  ${value ?? 'unknown'}${mark}`;
  });
  const elsewhere = receipt.diversion === null ? [] : [`  Diverted to      ${receipt.diversion.icao}`];
  return [`PIREP ${receipt.pirep_id} (${receipt.pirep_state})`, ...lines, ...elsewhere].join('\n');
}

/** Formats the last phase, the outcome of the positions sent by this run, and their number in the PIREP. */
export function positionsText(flown: Pick<Flown, 'phase' | 'positions' | 'receipt' | 'resumed'>): string {
  const { sent, stored, repeated, refused } = flown.positions;
  const { positions } = flown.receipt;
  const others = positions - stored;
  const whose = flown.resumed ? 'by an earlier run, or by calls' : 'by calls';
  const more = others > 0 ? `, ${others} of them stored ${whose} whose replies were lost` : '';
  return [
    `  Phase            ${flown.phase ?? 'unknown'}`,
    `  Positions        ${sent} sent = ${stored} stored + ${repeated} known already + ${refused} refused`,
    `                   ${positions} in the PIREP${more}`,
  ].join('\n');
}

function instant(text: string | null): string | null {
  return text === null ? null : `${text.slice(0, 10)} ${text.slice(11, 19)}Z`;
}

function duration(minutes: number | null): string | null {
  if (minutes === null) return null;
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} h`;
}

function measure(value: number | null, unit: string): string | null {
  return value === null ? null : `${Math.round(value)} ${unit}`;
}
