import { phases } from '../tracking/model.ts';
import { decodeText, type PhaseWords } from './reports.ts';

/**
 * Returns a function that maps phases by a table of other spellings. The core's names are kept, as is unknown text.
 * Case is ignored, and spaces and underscores equal hyphens.
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
