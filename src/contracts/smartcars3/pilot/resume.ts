import type { OpenRoute } from '../../contract.ts';
import type { Flavour } from '../flavour.ts';
import { bySession } from '../session-call.ts';

export function resume(flavour: Flavour): OpenRoute {
  return bySession(flavour, {
    path: '/pilot/resume',
    summary: 'Go on with a session that was kept',
    description: 'Called when smartCARS starts. After a 401 it asks its pilot to log in.',
  });
}

export function verify(flavour: Flavour): OpenRoute {
  return bySession(flavour, {
    path: '/pilot/verify',
    summary: 'Whose session this is',
    description: "Called by the vendor's servers, for the chat and for flight recovery.",
  });
}
