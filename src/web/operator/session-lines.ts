import { Refusal } from '../../tracking/refusals.ts';
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

/** The first that fits: most browsers claim to be some of the later ones too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox on Linux`: what a person recognises of a User-Agent header. */
export function browserName(userAgent: string): string {
  const [browser, system] = [browsers, systems].map((table) => table.find(([shape]) => shape.test(userAgent))?.[1]);
  return `${browser ?? 'Another program'}${system === undefined ? '' : ` on ${system}`}`;
}
