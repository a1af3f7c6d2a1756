import { Secret } from '../../lib/secret.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import type { Records } from '../parts.ts';
import { isSame } from './keys.ts';

const setupNote = 'web-setup';
type Notes = Pick<Records, 'readNote' | 'saveNote'>;

/** The path of a new one-time link that sets the operator's password; an older one stops working. */
export async function makeSetupPath(notes: Notes): Promise<Secret> {
  const key = newToken();
  await notes.saveNote(setupNote, digest(key));
  return new Secret(`/tracker/operator/welcome?key=${key}`);
}

export function isSetupKey(notes: Notes, key: string): boolean {
  const kept = notes.readNote(setupNote);
  return kept !== null && isSame(kept, digest(key));
}

export function useUpSetupKey(notes: Notes): Promise<void> {
  return notes.saveNote(setupNote, null);
}
