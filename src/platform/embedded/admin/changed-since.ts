import { Refusal } from '../../../tracking/refusals.ts';
import type { FramedWords } from '../../pages.ts';

/**
 * Says of a field that a colleague has changed it since its form was opened.
 * @param label - words, or the key of a text
 * @param now - what it is now, as it is read; null where that is too long to be said
 */
export function sayChanged(say: FramedWords['say'], label: string, now: string | null): string {
  return now === null
    ? say('edit.changed-since', { label: say(label) })
    : say('edit.changed-to', { label: say(label), now: now || say('edit.nothing') });
}

/** @param problems - what is wrong, by field @throws Refusal `invalid` naming the fields */
export function requireNone(problems: Readonly<Record<string, string>>): void {
  if (Object.keys(problems).length > 0)
    throw new Refusal('invalid', { message: Object.values(problems).join(' '), fields: problems });
}
