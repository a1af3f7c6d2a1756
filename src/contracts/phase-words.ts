import { phases } from '../tracking/model.ts';
import { decodeText, type PhaseWords } from './reports.ts';

/**
 * Spells phases by a table of other spellings. A word of the core stands for itself; what no table knows is kept as text.
 * Case, and blanks or underscores for hyphens, make no difference.
 */
export function createPhaseWords(spellings: Readonly<Record<string, string>>): PhaseWords {
  const words = new Map<string, string>(phases.map((phase) => [phase, phase]));
  for (const [spelling, phase] of Object.entries(spellings)) words.set(plain(spelling), phase);
  return (text) => words.get(text) ?? words.get(plain(text)) ?? decodeText(text) ?? text;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}
