import { phases } from '../tracking/model.ts';
import { decodeText, type PhaseWords } from './reports.ts';

/**
 * Returns a function that maps phases by a table of other spellings. The core's names are kept, as is unknown text.
 * Case is ignored, and spaces and underscores equal hyphens.
 */
export function createPhaseWords(spellings: Readonly<Record<string, string>>): PhaseWords {
  const words = new Map<string, string>();
  const known = [...phases.map((phase) => [phase, phase] as const), ...Object.entries(spellings)];
  for (const [spelling, phase] of known) {
    const word = plain(spelling);
    words.set(word, phase);
    // As clients write it, so that most words of theirs are found as they are.
    words.set(word.toUpperCase().replaceAll('-', '_'), phase);
  }
  return (text) => words.get(text) ?? words.get(plain(text)) ?? decodeText(text) ?? text;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
}
