import { defaultRecording, readRecording } from '../../src/cli/flying/recording.ts';
import { runwaysNear } from '../../src/lib/runways/runways.ts';
import type { Aircraft, Airport, Plan } from '../../src/tracking/model.ts';
import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { position } from '../flown.ts';

const beganAt = Date.UTC(2024, 3, 6, 10, 43, 7);

/** Returns the real flight from Zürich to Cancún as detectors read it, reported by a client that says where the ground is or not. */
export async function recordedFlight(saysGround = true): Promise<FlownFlight> {
  const { samples, departure, arrival, aircraft, flightNumber } = await readRecording(defaultRecording);
  const positions = samples.map((sample) =>
    position(beganAt + sample.t, { ...sample, onGround: saysGround ? sample.onGround : null }),
  );
  const flown = { id: '1', icao: aircraft, name: null, registration: null };
  const plan = planOf(flightNumber, airportOf(departure), airportOf(arrival), flown);
  return {
    positions,
    events: [],
    plan,
    aircraft: flown,
    pirep: {
      blockOffAt: beganAt + 125_000,
      takeoffAt: beganAt + 1_300_000,
      landingAt: beganAt + 39_464_000,
      blockOnAt: beganAt + 39_750_000,
      landingRateFpm: null,
      basis: {},
      diversion: null,
      fuelUsedLb: null,
      route: null,
    },
    network: null,
    samples: null,
    feedRead: [],
    route: null,
    runwaysNear,
  };
}

/** Returns an airport of which only the code is known. */
function airportOf(icao: string): Airport {
  return { icao, name: null, lat: null, lon: null };
}

/** Returns a plan without a schedule. */
export function planOf(flightNumber: string, departure: Airport, arrival: Airport, aircraft: Aircraft): Plan {
  return {
    scheduleId: null,
    airlineId: null,
    airlineCode: null,
    flightNumber,
    ident: flightNumber,
    callsign: flightNumber,
    departure,
    arrival,
    alternate: null,
    aircraft,
    route: null,
    distanceNm: null,
    flightType: null,
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: null,
    departureTime: null,
    arrivalTime: null,
  };
}
