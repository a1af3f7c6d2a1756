import type { OpenRoute } from '../../contract.ts';
import type { Flavour } from '../flavour.ts';
import { bySession } from '../session-call.ts';

export function verify(flavour: Flavour): OpenRoute {
  return bySession(flavour, {
    path: '/pilot/verify',
    summary: 'Whose session this is',
    description: "Called by the vendor's servers, for the chat and for flight recovery.",
  });
}
