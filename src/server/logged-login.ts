import type { Calls } from '../tracking/calls.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { Events } from './events.ts';

/** Logs every login and every refused login, with the address. */
export function loggedLogin(login: Calls['login'], events: Events): Calls['login'] {
  return async (request) => {
    try {
      const grant = await login(request);
      events.signedIn(grant.pilot.ident, request.address, request.credential.kind);
      return grant;
    } catch (error) {
      if (isRefusal(error)) events.signInRefused(error.code, request.address);
      throw error;
    }
  };
}
