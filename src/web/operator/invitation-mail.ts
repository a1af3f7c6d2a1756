import { within } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import { invitationHours } from '../access/invitations.ts';
import type { Member } from '../access/staff.ts';
import type { WebParts } from '../parts.ts';

/** How long the page waits for the mail server: it has the only copy of the link, and what is between may give up before it. */
const mailPatienceMs = 5_000;

/**
 * Mails the link where that is set and the member has an address, else returns null. Returns whether the mail server has taken it;
 * `on-its-way` where it has not said so in time.
 * @param lang - of who invites: nothing says yet what the member reads
 */
export async function sendInvitation(
  { letters, clock }: WebParts,
  { name, email }: Member,
  key: Secret,
  lang: string,
): Promise<MailState | null> {
  if (letters === null || email === null) return null;
  const path = `operator/welcome?key=${key.reveal()}`;
  const letter = { to: email, lang, kind: 'staff', path, values: { name, hours: invitationHours } } as const;
  const isTaken = await within(clock, mailPatienceMs, letters.deliver(letter));
  return isTaken === null ? 'on-its-way' : isTaken ? 'mailed' : 'not-mailed';
}

/** What became of the mail with an invitation. */
export type MailState = 'mailed' | 'not-mailed' | 'on-its-way';
