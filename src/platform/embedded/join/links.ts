import { textOf, textOrNull } from '../../../lib/row.ts';
import { Secret } from '../../../lib/secret.ts';
import { digest, newToken } from '../../../lib/tokens.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import type { CrewCenter } from '../crew-center.ts';

/** What a link is for: to show whose address an application has, or to set a pilot's password. */
export type LinkPurpose = 'confirm' | 'reset';

/** Lifetime of a link. */
const lifetimeMs = 3_600_000;

/**
 * Makes the key of a link, good once and for an hour, within a transaction; only its digest is stored. One of before for the
 * same subject ends.
 * @param subject - id of the application or the pilot; null for a link that leads nowhere, made so that a request for somebody unknown takes the same time
 */
export function makeLink(crewCenter: CrewCenter, purpose: LinkPurpose, subject: string | null): Secret {
  const key = newToken();
  crewCenter.run('DELETE FROM tracker_links WHERE expires_at <= ?', crewCenter.now());
  if (subject !== null) forgetLinks(crewCenter, purpose, subject);
  crewCenter.run(
    'INSERT INTO tracker_links (hash, purpose, subject, expires_at) VALUES (?, ?, ?, ?)',
    digest(key),
    purpose,
    subject === null ? null : Number(subject),
    toSqlTime(crewCenter.clock.now() + lifetimeMs),
  );
  return new Secret(key);
}

/** Returns the subject of a link; null for one that is unknown, used or too old. */
export function findLink(crewCenter: CrewCenter, purpose: LinkPurpose, key: string): string | null {
  const row = crewCenter.get(
    'SELECT subject FROM tracker_links WHERE hash = ? AND purpose = ? AND expires_at > ?',
    digest(key),
    purpose,
    crewCenter.now(),
  );
  return row === null || textOrNull(row, 'subject') === null ? null : textOf(row, 'subject');
}

/** Uses a link up, within a transaction; see `findLink`. */
export function takeLink(crewCenter: CrewCenter, purpose: LinkPurpose, key: string): string | null {
  const subject = findLink(crewCenter, purpose, key);
  if (subject !== null) forgetLinks(crewCenter, purpose, subject);
  return subject;
}

/** Ends the links for this subject, within a transaction. */
export function forgetLinks(crewCenter: CrewCenter, purpose: LinkPurpose, subject: string): void {
  crewCenter.run('DELETE FROM tracker_links WHERE purpose = ? AND subject = ?', purpose, Number(subject));
}
