import {
  type CorrectableFigure,
  type CorrectedFigures,
  correctable,
  correctableFigures,
  figureText,
  type MadeCorrection,
} from '../../../tracking/model.ts';

/** Returns what was measured: of each corrected figure what it was before the first correction. @param made - oldest first */
export function measuredFigures(made: readonly Pick<MadeCorrection, 'before'>[]): CorrectedFigures {
  return Object.assign({}, ...made.map(({ before }) => before).toReversed());
}

/**
 * Reads texts of figures.
 * @param now - the figures as they are
 * @param texts - of those that are to be corrected
 * @returns the figures, and what is wrong with each text that cannot be read
 */
export function readFigures(
  now: CorrectedFigures,
  texts: Readonly<Record<string, string>>,
): { readonly figures: CorrectedFigures; readonly problems: Readonly<Record<string, string>> } {
  const figures: Partial<Record<CorrectableFigure, number | null>> = {};
  const problems: Record<string, string> = {};
  for (const figure of correctableFigures) {
    const text = texts[figure];
    if (text === undefined) continue;
    const value = readText(figure, text);
    if (value === undefined) problems[figure] = problemOf(figure);
    else figures[figure] = value;
  }
  const { blockOffAt = null, blockOnAt = null } = { ...now, ...figures };
  const isSwapped = blockOffAt !== null && blockOnAt !== null && blockOnAt < blockOffAt;
  if (isSwapped && ('blockOffAt' in figures || 'blockOnAt' in figures))
    problems.blockOnAt ??= 'On block: enter a time after Off block.';
  return { figures, problems };
}

/** Returns undefined for what is no value of the figure. */
function readText(figure: CorrectableFigure, text: string): number | null | undefined {
  const { unit, min, max } = correctable[figure];
  if (text === '') return null;
  const value =
    unit === 'instant' ? instantOf(text) : /^[-−]?\d{1,7}(?:\.\d{1,4})?$/.test(text) ? numberOf(text) : Number.NaN;
  if (!(value >= min && value <= max) || (unit === 'min' && !Number.isInteger(value))) return undefined;
  return value;
}

const numberOf = (text: string) => Number(text.replace('−', '-'));

function instantOf(text: string): number {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text)) return Number.NaN;
  const at = Date.parse(`${text.replace(' ', 'T')}:00Z`);
  // 31 June is no day.
  return Number.isNaN(at) || figureText('blockOffAt', at) !== text.replace('T', ' ') ? Number.NaN : at;
}

function problemOf(figure: CorrectableFigure): string {
  const { title, unit, min, max } = correctable[figure];
  if (unit === 'instant') return `${title}: enter a day and a time in UTC, such as 2026-03-01 14:05, or nothing.`;
  const whole = unit === 'min' ? 'a whole number' : 'a number';
  return `${title}: enter ${whole} from ${min} to ${max} (${unit}), or nothing.`;
}
