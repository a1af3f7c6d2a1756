import type { Mark } from '../src/tracking/model.ts';
import type { FlightFacts } from '../src/tracking/rules/conditions.ts';
import type { Detector, Finding, FlownFlight } from '../src/tracking/rules/detectors/detector.ts';
import type { Rule } from '../src/tracking/rules/rule.ts';
import { position } from './flown.ts';
import { noon, sampleFlight } from './journal/suite/samples.ts';

/** A rule as a test needs it: by default each speed on the taxiway takes 5 points. */
export function rule(change: Partial<Rule> = {}): Rule {
  return {
    id: 'taxi-speed',
    detector: 'taxi-speed',
    element: null,
    limits: {},
    conditions: noConditions,
    exemptions: { emergency: false, diversion: false },
    follows: ['points'],
    points: 5,
    maxPoints: null,
    text: null,
    isEnabled: true,
    ...change,
  };
}

export const noConditions: Rule['conditions'] = {
  aircraftTypes: [],
  subfleets: [],
  airports: [],
  routes: [],
  ranks: [],
  flightTypes: [],
  networks: [],
};

export const noFacts: FlightFacts = { rank: null, subfleets: [], clientScore: null };

/** A flight from LSZH to MMUN without reports. */
export function flownFlight(change: Partial<FlownFlight> = {}): FlownFlight {
  const { plan } = sampleFlight(1);
  return {
    positions: [],
    events: [],
    plan,
    aircraft: { id: '7', icao: 'B738', name: null, registration: 'HB-ABC' },
    pirep: {
      blockOffAt: noon,
      takeoffAt: noon + 600_000,
      landingAt: noon + 3_600_000,
      blockOnAt: noon + 4_000_000,
      landingRateFpm: -200,
      basis: {},
      diversion: null,
      fuelUsedLb: null,
      route: null,
    },
    network: null,
    samples: null,
    feedRead: [],
    route: null,
    runwaysNear: () => [],
    ...change,
  };
}

export function mark(minute: number, change: Partial<Mark> = {}): Mark {
  const at = noon + minute * 60_000;
  return { from: at, to: at, lat: 47, lon: 8, value: 40, limit: 30, ...change };
}

/** A detector that finds this, whatever was flown. */
export function finding(name: string, found: Partial<Finding>, change: Partial<Detector> = {}): Detector {
  return {
    name,
    title: name,
    description: name,
    unit: 'kt',
    limits: { maxKt: { unit: 'kt', default: 30, minimum: 5, maximum: 100, title: 'Maximum speed' } },
    judge: () => ({ marks: [], notJudged: [], ...found }),
    ...change,
  };
}

/** Reports in which the pilot declares an emergency by the transponder. */
export const squawking7700 = [0, 10, 20].map((second) => position(noon + second * 1_000, { transponder: '7700' }));
