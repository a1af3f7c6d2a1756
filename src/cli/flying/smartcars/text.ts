import type { SmartcarsFlown } from './flight.ts';

/** Formats what the client shows of its PIREP, and what became of its updates. */
export function smartcarsText({ pirepId, pirep, updates, scriptUrl }: SmartcarsFlown): string {
  const { sent, acknowledged, lost } = updates;
  const of = (name: string) => String(pirep?.[name] ?? 'unknown');
  const figures =
    pirep === null
      ? ['  It is being filed: the crew center has not answered yet.']
      : 'pirep_id' in pirep
        ? [`  Flight           ${of('flight_number')} ${of('route')}`]
        : [
            `  Flight           ${of('airlineCode')}${of('number')} ${of('departureAirport')}–${of('arrivalAirport')}`,
            `  Flight time      ${of('flightTime')} h`,
            `  Distance         ${of('distance')}`,
            `  Landing rate     ${of('landingRate')} ft/min`,
            `  Fuel used        ${of('fuelUsed')} lb`,
          ];
  return [
    `PIREP ${pirepId}${pirep?.status === undefined ? '' : ` (${of('status')})`}`,
    ...figures,
    `  Updates          ${sent} sent = ${acknowledged} acknowledged + ${lost} lost`,
    `  Address          ${scriptUrl}`,
  ].join('\n');
}
