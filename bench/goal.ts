import { median } from './measure.ts';

/** A goal with what was measured. */
export interface Goal {
  readonly goal: string;
  readonly what: string;
  readonly value: number;
  /** Lowest and highest of the rounds. */
  readonly spread: readonly [number, number];
  readonly aim: string;
  readonly pass: boolean;
}

/** What a goal's value must be: at least, or at most; `short` is where a single run counts as missed, its noise granted. */
export interface Aim {
  readonly goal: string;
  readonly what: string;
  readonly kind: 'at least' | 'at most';
  readonly aim: number;
  readonly short: number;
}

/** @param values - one a round */
export function judge({ goal, what, kind, aim, short }: Aim, values: readonly number[]): Goal {
  const value = median(values);
  const pass = kind === 'at least' ? value >= short : value <= short;
  const text =
    short === aim ? `${kind} ${aim}` : `${kind} ${aim}, missed ${kind === 'at least' ? 'below' : 'above'} ${short}`;
  return {
    goal,
    what,
    value: round(value),
    spread: [round(Math.min(...values)), round(Math.max(...values))],
    aim: text,
    pass,
  };
}

export function goalLine({ goal, what, value, spread, aim, pass }: Goal): string {
  const range = spread[0] === spread[1] ? '' : ` (${spread[0]}–${spread[1]})`;
  return `${goal.padEnd(4)} ${what}: ${value}${range}; ${aim}: ${pass ? 'met' : 'missed'}`;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
