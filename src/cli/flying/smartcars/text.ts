import type { SmartcarsFlown } from './flight.ts';

/** Formats what smartCARS finds in its logbook, and what became of its updates. */
export function smartcarsText({ pirepId, pirep, updates, scriptUrl }: SmartcarsFlown): string {
  const { sent, acknowledged, lost } = updates;
  const of = (name: string) => String(pirep?.[name] ?? 'unknown');
  const figures =
    pirep === null
      ? ['  It is being filed: the crew center has not answered yet.']
      : [
          `  Flight           ${of('airlineCode')}${of('number')} ${of('departureAirport')}–${of('arrivalAirport')}`,
          `  Flight time      ${of('flightTime')} h`,
          `  Distance         ${of('distance')}`,
          `  Landing rate     ${of('landingRate')} ft/min`,
          `  Fuel used        ${of('fuelUsed')} lb`,
        ];
  return [
    `PIREP ${pirepId}${pirep === null ? '' : ` (${of('status')})`}`,
    ...figures,
    `  Updates          ${sent} sent = ${acknowledged} acknowledged + ${lost} lost`,
    `  Script URL       ${scriptUrl}`,
  ].join('\n');
}
