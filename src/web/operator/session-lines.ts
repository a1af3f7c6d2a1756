import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../tracking/refusals.ts';
import { programOf } from '../access/program-name.ts';
import type { StaffSession, StaffSessions } from '../access/staff-sessions.ts';
import { type Visitor, visitorOf } from '../visitor/visitor.ts';

/** A session as pages list it. */
export interface SessionLine extends Omit<StaffSession, 'hash' | 'memberId'> {
  readonly id: string;
  readonly isCurrent: boolean;
}

/** How a session is named in addresses: a part of its digest, which is not its token. */
export function sessionId({ hash }: StaffSession): string {
  return hash.slice(0, 16);
}

type SessionRequest = FastifyRequest<{ Params: { session: string } }>;

/** Ends the session of a member that the address names: see `sessionId`. @throws Refusal `not-found` */
export async function endSession(sessions: StaffSessions, memberId: string, request: SessionRequest): Promise<void> {
  const isMeant = (each: StaffSession) => each.memberId === memberId && sessionId(each) === request.params.session;
  if ((await sessions.end(isMeant)) === 0)
    throw new Refusal('not-found', { message: visitorOf(request).wording.say('staff.no-session') });
}

/** Returns sessions as pages list them. @param current - that of the request */
export function sessionLines(
  sessions: readonly StaffSession[],
  current: StaffSession | null,
  visitor: Visitor,
): readonly SessionLine[] {
  return sessions.map((session) => {
    const { hash, memberId: _, ...line } = session;
    return {
      ...line,
      id: sessionId(session),
      browser: browserName(session.browser, visitor),
      isCurrent: hash === current?.hash,
    };
  });
}

/** `Firefox on Linux`: what a person recognises of a User-Agent header. */
export function browserName(userAgent: string, { wording }: Visitor): string {
  const { name, system } = programOf(userAgent);
  const program = name ?? wording.say('account.other-program');
  return system === null ? program : wording.say('account.program-on', { program, system });
}
