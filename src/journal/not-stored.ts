import { Refusal } from '../tracking/refusals.ts';
import type { BatchFailure } from './operations.ts';

/** Returns what those get whose writes a batch did not store. */
export function toError(failure: BatchFailure): Error {
  if (failure.kind === 'bug') return new Error(`the journal's writer failed: ${failure.message}`);
  return failure.kind === 'damage' ? journalDamaged() : journalFull('The server cannot store reports at the moment.');
}

/** The same code: what a client holds must not be lost, however long the repair takes. */
export function journalDamaged(): Refusal {
  return new Refusal('journal-full', {
    message: 'The data of the server is damaged here, and this cannot be stored until its operator has repaired it.',
    retryAfterS: 30,
  });
}

export function shuttingDown(): Refusal {
  return new Refusal('shutting-down', { message: 'The server is restarting. Try again in a moment.', retryAfterS: 2 });
}

/**
 * @param message - what is wrong; what to do is appended
 * @param retryAfterS - when clients should try again, in seconds
 */
export function journalFull(message: string, retryAfterS = 5): Refusal {
  return new Refusal('journal-full', { message: `${message} Send it again in a few seconds.`, retryAfterS });
}

/** The database does not answer. Another node or server continues within seconds, through which clients must not sleep. */
export function databaseAway(): Refusal {
  return journalFull("The journal's database does not answer.", 1);
}
