import type { Basis } from '../../tracking/model.ts';

/** A row of a table: name, value as text, its basis unless it was reported, and why it is no better. */
export interface FigureLine {
  readonly name: string;
  readonly text: string;
  readonly basis: string | null;
  readonly reason: string | null;
}

const dayMs = 24 * 3_600_000;

const basisWords: Readonly<Record<Basis, string | null>> = {
  reported: null,
  computed: 'computed',
  estimated: 'estimate',
};

/** Returns a row of a table; a dash when the value is unknown. */
export function lineOf(
  name: string,
  value: number | null,
  basis: Basis | undefined,
  write: (value: number) => string,
  reason: string | null = null,
): FigureLine {
  if (value === null) return { name, text: '–', basis: null, reason: null };
  return { name, text: write(value), basis: basis === undefined ? null : basisWords[basis], reason };
}

/** Formats a time as `10:15:30`, or `02:10:00 +1` on the day after the first. */
export function timeText(at: number, firstAt: number): string {
  const days = Math.floor(at / dayMs) - Math.floor(firstAt / dayMs);
  return `${new Date(at).toISOString().slice(11, 19)}${days === 0 ? '' : ` ${days < 0 ? '−' : '+'}${Math.abs(days)}`}`;
}

export function numberText(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits }).replace('-', '−');
}
