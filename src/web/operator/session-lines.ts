import { Refusal } from '../../tracking/refusals.ts';
import { programOf } from '../access/program-name.ts';
import type { StaffSession, StaffSessions } from '../access/staff-sessions.ts';

/** A session as pages list it. */
export interface SessionLine extends Omit<StaffSession, 'hash' | 'memberId'> {
  readonly id: string;
  readonly isCurrent: boolean;
}

/** How a session is named in addresses: a part of its digest, which is not its token. */
export function sessionId({ hash }: StaffSession): string {
  return hash.slice(0, 16);
}

/** Ends one session of a member. @param id - see `sessionId` @throws Refusal `not-found` */
export async function endSession(sessions: StaffSessions, memberId: string, id: string): Promise<void> {
  const isMeant = (each: StaffSession) => each.memberId === memberId && sessionId(each) === id;
  if ((await sessions.end(isMeant)) === 0)
    throw new Refusal('not-found', { message: 'There is no such session. It may have ended already.' });
}

/** Returns sessions as pages list them. @param current - that of the request */
export function sessionLines(sessions: readonly StaffSession[], current: StaffSession | null): readonly SessionLine[] {
  return sessions.map((session) => {
    const { hash, memberId: _, ...line } = session;
    return {
      ...line,
      id: sessionId(session),
      browser: browserName(session.browser),
      isCurrent: hash === current?.hash,
    };
  });
}

/** `Firefox on Linux`: what a person recognises of a User-Agent header. */
export function browserName(userAgent: string): string {
  const { name, system } = programOf(userAgent);
  return `${name ?? 'Another program'}${system === null ? '' : ` on ${system}`}`;
}
