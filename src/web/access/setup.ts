import { Secret } from '../../lib/secret.ts';
import { digest, newToken } from '../../lib/tokens.ts';
import type { Records } from '../records.ts';
import { isSame } from './keys.ts';

const setupNote = 'web-setup';
/** Lifetime of a link. */
export const setupLinkMin = 60;
type Notes = Pick<Records, 'readNote' | 'saveNote'>;

/** Creates a one-time link that makes an owner, valid for an hour, and returns its path. Invalidates older links. */
export async function makeSetupPath(notes: Notes, now: number): Promise<Secret> {
  const key = newToken();
  await notes.saveNote(setupNote, `${now + setupLinkMin * 60_000} ${digest(key)}`);
  return new Secret(`/tracker/operator/welcome?key=${key}`);
}

export function isSetupKey(notes: Notes, key: string, now: number): boolean {
  const [expiresAt, kept] = notes.readNote(setupNote)?.split(' ') ?? [];
  return kept !== undefined && now < Number(expiresAt) && isSame(kept, digest(key));
}

export function useUpSetupKey(notes: Notes): Promise<void> {
  return notes.saveNote(setupNote, null);
}
