import { smartcars } from '../../../client/wires/smartcars.ts';
import type { Dialect, Row } from './dialect.ts';
import { findScriptUrl } from './script-url.ts';

/** smartCARS 3, by its Script URL. */
export const smartcarsDialect: Dialect = {
  client: 'smartCARS 3',
  find: findScriptUrl,
  login: smartcars.login,
  tokenOf: ({ session }) => String(session),
  resume: smartcars.resume,
  bids: smartcars.bids,
  readBid: ({ bidID, code, number, departureAirport: departure, arrivalAirport: arrival, route, aircraft }) => ({
    id: Number(bidID),
    title: `${code}${number} ${departure}–${arrival}`,
    departure: String(departure),
    arrival: String(arrival),
    route: (route ?? []) as readonly string[],
    aircraft: ([aircraft].flat()[0] as number | undefined) ?? null,
  }),
  start: smartcars.start,
  trackingIdOf: ({ trackingID }) => String(trackingID),
  update: ({ bidId: bidID, trackingId: uuid, aircraft }, sample, phase, route) =>
    smartcars.report({
      bidID,
      uuid,
      aircraft,
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
    }),
  endsFlight: [404],
  complete: ({ bidId: bidID, trackingId: uuid, aircraft }, end, route) =>
    smartcars.finish({
      bidID,
      uuid,
      aircraft,
      remainingLoad: 0,
      flightTime: end.hours,
      landingRate: end.landingRateFpm,
      fuelUsed: end.fuelUsedLb,
      route,
      flightLog: base64(end.events.map(({ at, message }) => `[${at.slice(11, 19)}] ${message}`).join('\n')),
      flightData: base64(
        JSON.stringify(
          end.events.map(({ t, at, message }, index) => ({
            eventId: String(index + 1),
            eventTimestamp: at,
            eventElapsedTime: Math.round(t / 1000),
            eventCondition: null,
            message,
          })),
        ),
      ),
      comments: null,
    }),
  pirepIdOf: ({ pirepID }) => String(pirepID),
  async readPirep(connection, pirepId) {
    const { status, body } = await connection.insist(smartcars.pireps);
    if (status !== 200 || !Array.isArray(body)) return null;
    return (body as Row[]).find(({ id }) => String(id) === pirepId) ?? null;
  },
};

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
