import type { Basis } from '../../tracking/model.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';

/** A row of a table: name, value as text, its basis unless it was reported, and why it is no better. */
export interface FigureLine {
  readonly name: string;
  readonly text: string;
  readonly basis: string | null;
  /** Which mark stands for its basis. */
  readonly source?: 'computed' | 'estimated';
  readonly reason: string | null;
  /** Whether the name is the client's. */
  readonly isOwnName?: boolean;
  /** What the plan says, in words; absent where there is no plan to compare with. */
  readonly planned?: string;
}

export interface Figure {
  readonly value: number;
  readonly basis?: Basis | undefined;
}

/** What stands for a value that is unknown. */
export const unknownText = '–';

/** Returns a row of a table; a dash when the value is unknown. */
export function lineOf(
  { wording }: Visitor,
  name: TextKey,
  figure: Figure | null,
  write: (value: number) => string,
  reason: string | null = null,
): FigureLine {
  if (figure === null) return { name: wording.say(name), text: unknownText, basis: null, reason: null };
  const { value, basis } = figure;
  const line = { name: wording.say(name), text: write(value), reason };
  if (basis !== 'computed' && basis !== 'estimated') return { ...line, basis: null };
  return { ...line, basis: wording.say(`basis.${basis}`), source: basis };
}
