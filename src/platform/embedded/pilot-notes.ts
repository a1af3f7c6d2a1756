import { numberOf, textOf } from '../../lib/row.ts';
import { sameFormSince } from '../../lib/sent-twice.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CrewCenter } from './crew-center.ts';
import { readPilotListing } from './pilot-admin.ts';

/** What a member of the staff noted about a pilot, for the staff only: no page and no contract shows it to the pilot, whose copy of all data has it. */
export interface PilotNote {
  readonly id: string;
  readonly at: number;
  /** As in the audit log. */
  readonly author: string;
  /** Plain text. */
  readonly text: string;
}

const maxLength = 4_000;

/** Newest first. */
export function listNotes(crewCenter: CrewCenter, pilotId: string): readonly PilotNote[] {
  const sql = 'SELECT * FROM tracker_pilot_notes WHERE user_id = ? ORDER BY id DESC';
  return crewCenter
    .read(() => crewCenter.all(sql, Number(pilotId)))
    .map((row) => ({
      id: textOf(row, 'id'),
      at: numberOf(row, 'at'),
      author: textOf(row, 'author'),
      text: textOf(row, 'note'),
    }));
}

/** Returns whether it was added: a form that was sent twice is one note. @throws Refusal `not-found`, `invalid` naming `note` */
export async function addNote(
  crewCenter: CrewCenter,
  pilotId: string,
  { author, text }: Pick<PilotNote, 'author' | 'text'>,
): Promise<boolean> {
  // Forms send two characters for the end of a line, which their field counts as one.
  const note = text.replaceAll('\r\n', '\n').trim();
  if (note === '' || note.length > maxLength) {
    const message = `Note: enter 1 to ${maxLength} characters.`;
    throw new Refusal('invalid', { message, fields: { note: message } });
  }
  return crewCenter.write(() => {
    const { pilot } = readPilotListing(crewCenter, pilotId);
    const now = crewCenter.clock.now();
    const own = [Number(pilot.id), author, note] as const;
    const sent = 'SELECT 1 FROM tracker_pilot_notes WHERE user_id = ? AND author = ? AND note = ? AND at >= ?';
    if (crewCenter.get(sent, ...own, sameFormSince(now)) !== null) return false;
    crewCenter.run('INSERT INTO tracker_pilot_notes (user_id, author, note, at) VALUES (?, ?, ?, ?)', ...own, now);
    return true;
  });
}

/** @throws Refusal `not-found` */
export async function removeNote(crewCenter: CrewCenter, pilotId: string, noteId: string): Promise<void> {
  const sql = 'DELETE FROM tracker_pilot_notes WHERE user_id = ? AND CAST(id AS TEXT) = ?';
  const removed = await crewCenter.write(() => crewCenter.run(sql, Number(pilotId), noteId));
  if (removed === 0) throw new Refusal('not-found', { message: 'This note does not exist any more.' });
}

/** Removes what was noted about a pilot who is removed or erased. */
export function forgetNotes(crewCenter: CrewCenter, pilotId: string): void {
  crewCenter.run('DELETE FROM tracker_pilot_notes WHERE user_id = ?', Number(pilotId));
}
