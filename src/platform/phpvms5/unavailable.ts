import { DatabaseUnavailable, statementFault } from '../../lib/mysql-failures.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { TablesNotFound } from './tables.ts';

/** Seconds after which a database that was out of reach is asked again. */
const databaseRetryS = 15;

/** A no that a later try may change. */
export function unavailable(message: string, retryAfterS: number): Refusal {
  return new Refusal('crew-center-unavailable', { message, retryAfterS });
}

/** The method, with a database that is out of reach told as the port wants it. */
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
      const refusal = unavailable('The crew center’s database is out of reach; try again later.', databaseRetryS);
      refusal.cause = error;
      throw refusal;
    }
  };
}

/** The method, with what the database will never take told as a no for good: the operator sees it, and nothing asks for ever. */
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
        message: `The crew center’s database did not take it (${fault}).`,
      });
      refusal.cause = error;
      throw refusal;
    }
  };
}
