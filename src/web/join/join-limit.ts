import type { Clock } from '../../lib/clock.ts';
import { digest } from '../../lib/tokens.ts';
import { type FailureMemory, LoginLimit } from '../../tracking/sessions/login-limit.ts';

/** Requests in 15 minutes that concern one address of mail or login, from one network and from all. */
const perSubject = { perPilotAndAddress: 5, perAddress: 10, perPilot: 20 };
/** Requests in 15 minutes in all. */
const inAll = { perPilotAndAddress: 1_000, perAddress: 1_000, perPilot: 100 };
/** With what the digests begin by which requests are counted, so that they are distinct from logins. */
const mark = digest('join@web').slice(0, 16);

/** Limits registrations and requests for a password as failed logins are limited: each counts, whatever came of it. */
export class JoinLimit {
  readonly #perSubject: LoginLimit;
  readonly #inAll: LoginLimit;

  constructor(records: FailureMemory, clock: Clock) {
    const own = records.initial.loginFailures.filter(({ loginHash }) => loginHash.startsWith(mark));
    const memory = {
      initial: { loginFailures: own },
      saveLoginFailure: records.saveLoginFailure.bind(records),
      readNote: records.readNote.bind(records),
      saveNote: records.saveNote.bind(records),
    };
    this.#perSubject = new LoginLimit(memory, clock, perSubject);
    this.#inAll = new LoginLimit(memory, clock, inAll);
  }

  /** @param subject - whose account is concerned @throws Refusal `login-throttled`, `server-busy`, or what the work throws, which then does not count */
  async attempt<T>(subject: string, address: string, work: () => Promise<T>): Promise<T> {
    const counted = async (limit: LoginLimit, name: string, inner: () => Promise<T>): Promise<T> => {
      const done: T[] = [];
      await limit.attempt(mark + digest(name).slice(mark.length), address, async () => {
        done.push(await inner());
        return { result: null, account: null };
      });
      return done[0] as T;
    };
    return counted(this.#inAll, 'in all', () => counted(this.#perSubject, subject.trim().toLowerCase(), work));
  }
}
