import type { LiveFlight } from '../live-flight.ts';
import type { FreeFlight, Plan } from '../model.ts';

/** Returns the pilot's flight that a start refers to: of the same bid, or the same free flight. */
export function findSameFlight(
  flights: readonly LiveFlight[],
  request: { readonly bidId: string | null; readonly freeFlight: FreeFlight | null },
): LiveFlight | undefined {
  const { bidId, freeFlight } = request;
  if (bidId !== null) return flights.findLast((live) => live.flight.bidId === bidId);
  if (freeFlight === null) return undefined;
  return flights.findLast(
    ({ flight: { bidId: bid, state, plan } }) =>
      bid === null && state !== 'filing' && state !== 'filed' && isSameFreeFlight(plan, freeFlight),
  );
}

/**
 * Whether the plan was made from this request. A plan has the crew center's interpretation of the request: `dm123` from
 * `zrh ` may be flight 123 of the airline DM.
 */
export function isSameFreeFlight(plan: Plan, asked: FreeFlight): boolean {
  const airlineCode = plan.airlineCode ?? '';
  const isNumber = isOneOf(asked.flightNumber, [
    plan.flightNumber,
    plan.ident,
    plan.callsign,
    airlineCode + plan.flightNumber,
  ]);
  const shownCode = plan.ident.endsWith(plan.flightNumber) ? plan.ident.slice(0, -plan.flightNumber.length) : null;
  return (
    isNumber &&
    isOneOf(asked.departure, [plan.departure.icao]) &&
    isOneOf(asked.arrival, [plan.arrival.icao]) &&
    (asked.airline === null || isOneOf(asked.airline, [plan.airlineId, airlineCode, shownCode]))
  );
}

function isOneOf(text: string, names: readonly (string | null)[]): boolean {
  const wanted = text.trim().toUpperCase();
  return names.some((name) => name !== null && name.toUpperCase() === wanted);
}
