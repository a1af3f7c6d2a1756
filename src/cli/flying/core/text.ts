import { table } from '../../../lib/table.ts';
import type { CoreFlown } from './flight.ts';

const states = table<string>({ '1': 'pending', '2': 'accepted' });

/** Formats the PIREP that was read after filing, and how many points were sent. */
export function coreText({ pirep, points, base }: CoreFlown): string {
  const of = (name: string) => String(pirep[name] ?? 'unknown');
  const unit = (name: string, in_: string) =>
    String((pirep[name] as Readonly<Record<string, unknown>> | null | undefined)?.[in_] ?? 'unknown');
  return [
    `PIREP ${of('id')} (${states[of('state')] ?? `state ${of('state')}`})`,
    `  Flight           ${of('flight_number')} ${of('dpt_airport_id')}–${of('arr_airport_id')}`,
    `  Flight time      ${of('flight_time')} min`,
    `  Distance         ${unit('distance', 'nmi')} nm`,
    `  Fuel used        ${unit('fuel_used', 'lbs')} lb`,
    `  Landing rate     ${of('landing_rate')} ft/min`,
    `  Points           ${points.sent} sent in ${points.requests} requests`,
    `  API              ${base}/api`,
  ].join('\n');
}
