import type { Clock } from '../../lib/clock.ts';
import { digest } from '../../lib/tokens.ts';
import { LoginLimit, type LoginLimits } from '../../tracking/sessions/login-limit.ts';
import type { Records } from '../records.ts';
import { foldedLogin } from './staff.ts';

/** What is counted apart: failures with passwords and with codes, and links that were asked for. */
const marks = { password: 'operator@web', code: 'operator@web code', reset: 'operator@web reset' } as const;
export type CountedKind = keyof typeof marks;

/** Maximum number of failures in 15 minutes, of one member from one address, from one address, and of one member. */
const limits: Readonly<Record<CountedKind, LoginLimits>> = {
  password: { perPilotAndAddress: 5, perAddress: 5, perPilot: 50 },
  // Who guesses codes knows the password, and of a million codes three count: fewer from everywhere.
  code: { perPilotAndAddress: 5, perAddress: 5, perPilot: 10 },
  reset: { perPilotAndAddress: 3, perAddress: 5, perPilot: 5 },
};

/** With what the digest of each login of the staff begins, so that failures of theirs are distinct from those of pilots. */
const markOf = (kind: CountedKind): string => digest(marks[kind]).slice(0, 16);

/** Returns by which name failures with this login are counted. */
export function countedLogin(kind: CountedKind, login: string): string {
  const mark = markOf(kind);
  return mark + digest(foldedLogin(login)).slice(mark.length);
}

/** Opens the limit of failures of one kind, with those that the journal remembers. */
export function openLimit(records: Records, clock: Clock, kind: CountedKind): LoginLimit {
  const own = records.initial.loginFailures.filter(({ loginHash }) => loginHash.startsWith(markOf(kind)));
  const memory = {
    initial: { loginFailures: own },
    saveLoginFailure: records.saveLoginFailure.bind(records),
    readNote: records.readNote.bind(records),
    saveNote: records.saveNote.bind(records),
  };
  return new LoginLimit(memory, clock, limits[kind]);
}
