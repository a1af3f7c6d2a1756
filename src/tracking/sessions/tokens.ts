import type { Secret } from '../../lib/secret.ts';

/** How a token is created and recognised; only its digest is stored. */
export interface Tokens {
  /** @param pilotId - whose session it opens */
  newToken(pilotId: string): string;
  newId(): string;
  digest(text: string): string;
  /** Hides the text of a token from logs. */
  wrap(text: string): Secret;
}
