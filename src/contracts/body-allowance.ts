import { openBodyBytes } from '../http/body.ts';
import type { BodyAllowance } from '../http/collect-body.ts';
import { digest } from '../lib/tokens.ts';
import type { Calls, Session } from '../tracking/calls.ts';

/** Maximum number of addresses stored; the oldest is removed first. */
const maxAddresses = 10_000;
/** Maximum number of matches examined: a log may contain the word many times, and the token comes early in the body. */
const maxTokensTried = 8;

/** Decides how large a body may be, by its sender. */
export class BodyAllowances {
  readonly #calls: Pick<Calls, 'isSignedIn'>;
  readonly #tokenPatterns: readonly RegExp[];
  readonly #mayBeElsewhere: ((token: string) => boolean) | null;
  /** Token digest of the last session used from each address. */
  readonly #sessionByAddress = new Map<string, string>();

  /**
   * @param tokenField - member of the body that may carry the session token; null where only headers do
   * @param mayBeElsewhere - whether a token may be one of another server's, which cannot be looked up here; null without others
   */
  constructor(
    calls: Pick<Calls, 'isSignedIn'>,
    tokenField: string | null,
    mayBeElsewhere: ((token: string) => boolean) | null = null,
  ) {
    this.#calls = calls;
    this.#mayBeElsewhere = mayBeElsewhere;
    this.#tokenPatterns =
      tokenField === null
        ? []
        : [
            new RegExp(`"${tokenField}"\\s{0,9}:\\s{0,9}"([^"\\\\]{1,200})"`, 'g'),
            new RegExp(`(?:^|&)${tokenField}=([^&]{1,200})`, 'g'),
          ];
  }

  /** Records that a session was used from this address. Only needed where the token may be in the body. */
  note(address: string, session: Session): void {
    if (this.#tokenPatterns.length === 0 || this.#sessionByAddress.get(address) === session.tokenHash) return;
    this.#sessionByAddress.delete(address);
    this.#sessionByAddress.set(address, session.tokenHash);
    const [oldest] = this.#sessionByAddress.keys();
    if (this.#sessionByAddress.size > maxAddresses && oldest !== undefined) this.#sessionByAddress.delete(oldest);
  }

  /**
   * @param routeBytes - limit of the route
   * @param takesToken - the route needs a session, which the body itself may name
   */
  allow(session: Session | null, routeBytes: number, takesToken: boolean, address: string): BodyAllowance {
    if (session !== null) return { maxBytes: routeBytes, isKnown: true, growth: null };
    const maxBytes = Math.min(routeBytes, openBodyBytes);
    if (!takesToken || this.#tokenPatterns.length === 0) return { maxBytes, isKnown: false, growth: null };
    const isSignedIn = (start: Buffer) => this.#isKnownAddress(address) || this.#namesSession(start);
    return { maxBytes, isKnown: false, growth: { maxBytes: routeBytes, isSignedIn } };
  }

  #isKnownAddress(address: string): boolean {
    const tokenHash = this.#sessionByAddress.get(address);
    return tokenHash !== undefined && this.#calls.isSignedIn(tokenHash);
  }

  #namesSession(start: Buffer): boolean {
    const text = start.toString('latin1');
    return this.#tokenPatterns.some((pattern) =>
      [...text.matchAll(pattern)]
        .slice(0, maxTokensTried)
        .some(([, token = '']) => this.#calls.isSignedIn(digest(token)) || this.#mayBeElsewhere?.(token) === true),
    );
  }
}
