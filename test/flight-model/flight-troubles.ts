import { greatCircle } from '../../src/lib/great-circle.ts';
import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { flightEvent } from '../flown.ts';
import { instantOf, runwayAt } from './made-flight.ts';
import type { State } from './model.ts';
import type { Trouble } from './troubles.ts';

/** Troubles of the simulator, and of the flight as a whole. */
export const flightTroubles: Readonly<Record<string, Trouble>> = {
  'a pause of two minutes': {
    making: { spoil: atMiddle((middle) => Array.from({ length: 120 }, () => ({ ...middle, isPaused: true }))) },
    detector: 'paused',
  },
  'slew for 20 s': {
    making: {
      spoil: (states) => states.map((state, s) => (isMiddle(states, s, 20) ? { ...state, isSlewing: true } : state)),
    },
    detector: 'slewed',
  },
  'a rate of 4 for a minute': {
    making: {
      spoil: (states) =>
        states
          .map((state, s) => (isMiddle(states, s, 240) ? { ...state, simRate: 4 } : state))
          .filter(({ simRate }, s) => simRate === 1 || s % 4 === 0),
    },
    detector: 'sim-rate',
    elements: ['faster'],
  },
  'a jump of ten minutes': {
    making: { spoil: (states) => states.filter((_, s) => !isMiddle(states, s, 600)) },
    detector: 'jumped',
  },
  'fuel that rises by a tenth in the cruise': {
    making: {
      spoil: (states) =>
        states.map((state, s) => (s > states.length / 2 ? { ...state, fuelLb: state.fuelLb + 3_000 } : state)),
    },
    detector: 'refuelled',
  },
  'another aircraft than booked': {
    making: { change: () => ({ aircraft: { id: '2', icao: 'B738', name: null, registration: 'D-ABKA' } }) },
    detector: 'other-aircraft',
    elements: ['type', 'registration'],
  },
  '285 kt below 10,000 ft': { making: { manner: { lowKt: 285 } }, detector: 'speed-below-10000' },
  '42 kt on the taxiway': { making: { manner: { taxiKt: 42 } }, detector: 'taxi-speed' },
  'fuel for 20 minutes at the landing': {
    // The cruise takes 5,000 lb an hour, and it lands with 26,000 lb and more.
    making: {
      spoil: (states) => states.map((state) => ({ ...state, fuelLb: state.fuelLb - fuelAtLanding(states) + 1_667 })),
    },
    detector: 'fuel-at-landing',
  },
  'a block time of twenty minutes more than planned': {
    making: { change: ({ plan, pirep }) => ({ plan: { ...plan, plannedFlightTimeMin: blockMin(pirep) - 20 } }) },
    detector: 'late',
    elements: ['block-time'],
  },
  'a block time of half an hour less than planned': {
    making: { change: ({ plan, pirep }) => ({ plan: { ...plan, plannedFlightTimeMin: blockMin(pirep) + 30 } }) },
    detector: 'early',
    elements: ['block-time'],
  },
  'a detour of 80 nm beside the filed route': {
    making: { leg: hamburgToVienna(), manner: { detourM: 148_000 }, change: filedStraight },
    detector: 'off-plan',
    elements: ['route'],
  },
  'a crash': {
    making: { events: (states) => states.slice(-1).map((state) => flightEvent(instantOf(state), 'crash')) },
    detector: 'crash',
  },
  'an emergency': {
    making: {
      events: (states) => states.slice(1_000, 1_001).map((state) => flightEvent(instantOf(state), 'emergency')),
    },
    detector: 'emergency',
    elements: ['event'],
  },
  'landing lights off below 10,000 ft': {
    making: { spoil: (states) => states.map((state) => ({ ...state, areLandingLightsOn: false })) },
    detector: 'lights',
    elements: ['landing'],
  },
  'no beacon with engines running': {
    making: { spoil: (states) => states.map((state) => ({ ...state, isBeaconOn: false })) },
    detector: 'lights',
    elements: ['beacon'],
  },
};

/** Adds states in the middle of a flight, made of the one that is there. */
function atMiddle(more: (middle: State) => readonly State[]): (states: readonly State[]) => readonly State[] {
  return (states) => {
    const half = Math.floor(states.length / 2);
    const middle = states[half];
    return middle === undefined ? states : [...states.slice(0, half), ...more(middle), ...states.slice(half)];
  };
}

/** Whether this second lies in the middle of the flight, within so many. */
function isMiddle(states: readonly State[], s: number, seconds: number): boolean {
  const from = Math.floor(states.length / 2);
  return s >= from && s < from + seconds;
}

function fuelAtLanding(states: readonly State[]): number {
  return states.findLast(({ onGround }) => !onGround)?.fuelLb ?? 0;
}

function blockMin({ blockOffAt, blockOnAt }: FlownFlight['pirep']): number {
  return Math.round(((blockOnAt ?? 0) - (blockOffAt ?? 0)) / 60_000);
}

/** Far enough for a detour of its own. */
function hamburgToVienna() {
  return {
    from: runwayAt('EDDH', '23', 53.63, 9.99),
    to: runwayAt('LOWW', '16', 48.11, 16.57),
    cruiseFt: 33_000,
    crabDeg: 2,
  };
}

/** Its route leads straight to the arrival, over two places on the way. */
function filedStraight(): Pick<FlownFlight, 'route'> {
  const { from, to } = hamburgToVienna();
  const places = greatCircle(from.start, to.start, 4).slice(1, -1);
  return { route: places.map((place) => ({ ...place, isAfterUnknown: false })) };
}
