import type { FlownFlight } from '../../src/tracking/rules/detectors/detector.ts';
import { type Making, makeFlight, runwayAt } from './made-flight.ts';
import type { State } from './model.ts';

/** A trouble that is made, and what has to find it. */
export interface Trouble {
  readonly making: Omit<Making, 'seed'>;
  /** The detector, and the elements that it has to name. */
  readonly detector: string;
  readonly elements?: readonly string[];
  /** Detectors that have to do with it as well. */
  readonly alsoBy?: readonly string[];
}

const everySecond = { everyS: 1 } as const;
const everyTwoSeconds = { everyS: 2 } as const;

/** Every landing, approach and gap that is not as it should be. */
export const landingTroubles: Readonly<Record<string, Trouble>> = {
  'no report for 90 s before the touchdown': {
    making: { isLost: ({ aglFt, climbFpm, speedKt }) => climbFpm < 0 && aglFt < 1_200 && aglFt > 100 && speedKt < 160 },
    detector: 'gap-before-touchdown',
  },
  'a sink rate of 1,250 ft/min at 400 ft': {
    making: { client: everyTwoSeconds, spoil: onFinal(300, 420, { climbFpm: -1_250 }) },
    detector: 'unstable-approach',
    elements: ['sink-rate'],
  },
  '25 kt faster at 450 ft than at 100 ft': {
    making: { spoil: onFinal(380, 500, { iasKt: 165 }) },
    detector: 'unstable-approach',
    elements: ['speed-spread'],
  },
  'a glide path of 2.1°': {
    making: { manner: { slopeDeg: 2.1 } },
    detector: 'unstable-approach',
    elements: ['glide-path'],
  },
  'an approach 14° from the side until 250 ft': {
    making: { manner: { fromSideDeg: 14 }, leg: { ...westToFrankfurt(), crabDeg: 0 } },
    detector: 'unstable-approach',
    elements: ['heading'],
  },
  '15° of bank at 350 ft': {
    making: { client: everyTwoSeconds, spoil: onFinal(300, 400, { bankDeg: -15 }) },
    detector: 'unstable-approach',
    elements: ['bank'],
  },
  'gear up': {
    making: { manner: { isGearUp: true } },
    detector: 'unstable-approach',
    elements: ['gear'],
  },
  'flaps set at 400 ft': {
    making: { manner: { flapsFt: 400 } },
    detector: 'unstable-approach',
    elements: ['flaps'],
  },
  'a go-around at 400 ft': { making: { manner: { first: 'go-around' } }, detector: 'go-around' },
  'a touch-and-go': { making: { manner: { first: 'touch-and-go' } }, detector: 'touch-and-go' },
  'a landing at 730 ft/min': {
    making: { manner: { isFlareLess: true }, client: everySecond },
    detector: 'landing',
    elements: ['rate'],
  },
  'a landing with 2.1 g': {
    making: { manner: { landingG: 2.1 }, client: everyTwoSeconds },
    detector: 'landing',
    elements: ['g'],
  },
  'a landing that floats for 14 s': {
    making: { manner: { floatS: 14 } },
    detector: 'landing',
    elements: ['long'],
  },
  'a landing 18 m beside the centre line': {
    making: { manner: { besideM: 18 }, client: everyTwoSeconds },
    detector: 'landing',
    elements: ['off-centre'],
  },
  'a bounce of 4 s': {
    making: { manner: { bounceS: 4 }, client: everySecond },
    detector: 'landing',
    elements: ['bounce'],
  },
  'an overrun by 150 m': { making: { manner: { overrunM: 120 } }, detector: 'overrun' },
  'a landing at another airport': {
    making: {
      change: ({ plan }) => {
        return { plan: { ...plan, arrival: { icao: 'EDDS', name: null, lat: 48.69, lon: 9.22 } } };
      },
    },
    detector: 'landing',
    elements: ['wrong-airport'],
  },
  'a landing where no runway is': {
    making: { change: () => ({ runwaysNear: () => [] }) },
    detector: 'landing',
    elements: ['no-runway'],
  },
};

/** A made flight from Munich to Frankfurt, 25C. */
export function flightToFrankfurt(making: Omit<Making, 'seed'> = {}): FlownFlight {
  return makeFlight({ seed: 'frankfurt', leg: westToFrankfurt(), ...making }).flight;
}

/** Changes the states of the final approach between these heights above the ground. */
function onFinal(fromFt: number, toFt: number, change: Partial<State>): (states: readonly State[]) => readonly State[] {
  return (states) =>
    states.map((state, index) => {
      const isFinal = index > states.length / 2 && !state.onGround && state.flaps === 30;
      return isFinal && state.aglFt >= fromFt && state.aglFt <= toFt ? { ...state, ...change } : state;
    });
}

/** From Munich to Frankfurt, landing to the west. */
export function westToFrankfurt() {
  return {
    from: runwayAt('EDDM', '26R', 48.36, 11.79),
    to: runwayAt('EDDF', '25C', 50.03, 8.57),
    cruiseFt: 24_000,
    crabDeg: 3,
  };
}
