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
