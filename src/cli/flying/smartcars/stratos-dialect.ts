import type { Fetch } from '../../../client/transport.ts';
import { stratos } from '../../../client/wires/smartcars.ts';
import { CommandError } from '../../command.ts';
import type { Dialect } from './dialect.ts';

/** Ends of its address below the site's, best first. */
const ends = ['/api/tracker/stratos/', '/api/stratos/'];

/** Stratos, as its server module says what its client sends; the client itself is closed, and was not tried. */
export const stratosDialect: Dialect = {
  client: 'Stratos',
  find: findStratos,
  login: stratos.login,
  tokenOf: ({ token }) => String(token),
  resume: () => stratos.resume,
  bids: stratos.bids,
  readBid: ({ bid_id, code, number, departure_airport: departure, arrival_airport: arrival, route, aircraft }) => ({
    id: Number(bid_id),
    title: `${code}${number} ${departure}–${arrival}`,
    departure: String(departure),
    arrival: String(arrival),
    route: (route ?? []) as readonly string[],
    aircraft: (aircraft as number | null) ?? null,
  }),
  start: stratos.start,
  trackingIdOf: ({ tracking_id: id }) => String(id),
  update: ({ trackingId: uuid }, sample, phase) =>
    stratos.report({
      uuid,
      phase,
      latitude: sample.lat,
      longitude: sample.lon,
      heading: Math.round(sample.headingDeg ?? 0),
      altitude: Math.round(sample.altitudeMslFt ?? 0),
      vertical_speed: Math.round(sample.verticalSpeedFpm ?? 0),
      ground_speed: Math.max(0, Math.round(sample.groundSpeedKt ?? 0)),
      distance_remaining: 0,
    }),
  endsFlight: [404, 409],
  complete: ({ trackingId }, end, route) =>
    stratos.finish({
      tracking_id: trackingId,
      landing_rate: end.landingRateFpm,
      fuel_used: end.fuelUsedLb,
      flight_time: end.hours,
      route,
      flight_data: end.events.map(({ at, message }) => ({ event: message, timestamp: at })),
      comments: [],
      additional_fields: {},
    }),
  pirepIdOf: ({ pirep_id: id }) => String(id),
  // It has no logbook: that is another module.
  readPirep: async (_connection, _pirepId, completed) => completed,
};

async function findStratos(baseUrl: string, fetch: Fetch): Promise<string> {
  if (/\/stratos\/$/.test(baseUrl)) return baseUrl;
  const site = baseUrl.replace(/(?<!\/)\/+$/, '');
  for (const end of ends) {
    const answer = await fetch(`${site}${end}`, { method: 'GET', headers: {}, redirect: 'manual' });
    if (answer.status === 200 && /"handler":\s*"Stratos"/.test(await answer.text())) return `${site}${end}`;
  }
  throw new CommandError(
    `Nothing below ${site} answers Stratos (${ends.join(', ')}). Is it among TRACKER_CONTRACTS of the server?`,
    3,
  );
}
