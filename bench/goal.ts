import { spreadOf } from './spread.ts';

/**
 * `met` and `missed` are said only when the rounds agree on it: where the median may lie on either side, it is `undecided`,
 * however good it looks. Where others used the machine, the figure is `not to be believed`. `noisy` rounds agree on the
 * side, and on nothing else.
 */
export type Verdict = 'met' | 'missed' | 'undecided' | 'not to be believed';

/** A goal with what was measured. */
export interface Goal {
  readonly goal: string;
  readonly what: string;
  readonly value: number;
  /** Lowest and highest of the rounds. */
  readonly spread: readonly [number, number];
  readonly rounds: number;
  readonly aim: string;
  readonly verdict: Verdict;
  /** The rounds differ too much for the value to mean more than the verdict. */
  readonly isNoisy: boolean;
}

/** What a goal's value must be: at least, or at most; `short` is where a single run counts as missed, its noise granted. */
export interface Aim {
  readonly goal: string;
  readonly what: string;
  readonly kind: 'at least' | 'at most';
  readonly aim: number;
  readonly short: number;
}

/**
 * @param values - one a round
 * @param isDisturbed - others used so much of the machine that even rounds that agree say nothing of the server
 */
export function judge({ goal, what, kind, aim, short }: Aim, values: readonly number[], isDisturbed = false): Goal {
  const { median, range, interval, isBelieved } = spreadOf(values);
  const isGood = (value: number) => (kind === 'at least' ? value >= short : value <= short);
  const [one, other] = [isGood(interval[0]), isGood(interval[1])];
  const text =
    short === aim ? `${kind} ${aim}` : `${kind} ${aim}, missed ${kind === 'at least' ? 'below' : 'above'} ${short}`;
  return {
    goal,
    what,
    value: round(median),
    spread: [round(range[0]), round(range[1])],
    rounds: values.length,
    aim: text,
    verdict: isDisturbed ? 'not to be believed' : one !== other ? 'undecided' : one ? 'met' : 'missed',
    isNoisy: !isBelieved,
  };
}

export function goalLine({ goal, what, value, spread, rounds, aim, verdict, isNoisy }: Goal): string {
  const range = rounds === 1 ? '' : ` (${spread[0]}–${spread[1]} in ${rounds} rounds)`;
  const doubt = isNoisy && verdict !== 'not to be believed' ? ', but the figure itself is not to be believed' : '';
  return `${goal.padEnd(4)} ${what}: ${value}${range}; ${aim}: ${verdict}${doubt}`;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
