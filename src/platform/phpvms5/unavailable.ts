import { DatabaseUnavailable, statementFault } from '../../lib/mysql-failures.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { TablesNotFound } from './tables.ts';

/** Seconds after which an unavailable database is tried again. */
const databaseRetryS = 15;

/** A no that a later try may change. */
export function unavailable(message: string, retryAfterS: number): Refusal {
  return new Refusal('crew-center-unavailable', { message, retryAfterS });
}

/** Wraps the method, and turns an unavailable database into the refusal of the port. */
export function asking<A extends readonly unknown[], R>(
  method: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      // Not there any more, or not yet: the platform is being installed, or the operator mends the setting.
      if (error instanceof TablesNotFound) throw unavailable(error.message, databaseRetryS);
      if (!(error instanceof DatabaseUnavailable)) throw error;
      const refusal = unavailable('The crew center’s database is unavailable. Try again later.', databaseRetryS);
      refusal.cause = error;
      throw refusal;
    }
  };
}

/** Wraps the method, and turns a value that the database will never accept into a final refusal, which the operator sees. */
export function writing<A extends readonly unknown[], R>(
  method: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      const fault = statementFault(error);
      if (fault === null) throw error;
      const refusal = new Refusal('crew-center-refused', {
        message: `The crew center’s database rejected the data (${fault}).`,
      });
      refusal.cause = error;
      throw refusal;
    }
  };
}
