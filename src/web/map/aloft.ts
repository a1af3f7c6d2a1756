import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { expectLanding } from '../../tracking/figures/expected-landing.ts';
import { flightName } from '../../tracking/model.ts';
import { silentMinutes } from '../browser/figures.js';
import type { WebParts } from '../parts.ts';

/** A flight under way in the table for browsers without JavaScript; contains no personal data. */
export interface FlightAloft {
  readonly id: string;
  readonly callsign: string;
  readonly departure: string;
  readonly arrival: string;
  readonly aircraft: string | null;
  readonly phase: string;
  readonly altitudeFt: number | null;
  readonly speedKt: number | null;
  /** When it is expected to land. */
  readonly expectedAt: number | null;
  /** Minutes without a report; null while it reports. */
  readonly silentMin: number | null;
}

/** Maximum number of flights listed; the page says how many there are. */
const maxListed = 200;

/** Returns the flights that are on the map: how many, and the first by callsign. */
export function flightsAloft({ tracking, clock }: Pick<WebParts, 'tracking' | 'clock'>) {
  const open = [...tracking.flights].filter(({ flight, fold }) => flight.state === 'open' && fold.last !== null);
  const named = open.map((live) => ({ live, callsign: flightName(live.flight.plan) }));
  named.sort((a, b) => a.callsign.localeCompare(b.callsign));
  const flights = named.slice(0, maxListed).flatMap(({ live, callsign }): FlightAloft[] => {
    const { flight, knownPhase: phase, lastPosition: position, fold } = live;
    if (position === null) return [];
    const { plan, aircraft } = flight;
    const flown = { plan, position, phase, takeoffAt: fold.takeoff?.at ?? null, flownNm: fold.distanceNm };
    return [
      {
        id: flight.id,
        callsign,
        departure: plan.departure.icao,
        arrival: arrivalOf(flight).icao,
        phase,
        aircraft: aircraft?.icao ?? null,
        altitudeFt: position.altitudeMslFt,
        speedKt: position.groundSpeedKt,
        expectedAt: expectLanding(flown)?.at ?? null,
        silentMin: silentMinutes(clock.now() - position.receivedAt),
      },
    ];
  });
  return { count: open.length, flights };
}
