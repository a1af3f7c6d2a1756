import { directHeader } from '../../lib/direct-header.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { type Contract, noDesk, type RequestHeaders } from '../contract.ts';
import { passingOn } from './pass-on.ts';

/**
 * The contract at the crew center's own path, for a web server that hands over the paths of a flight: the others are the crew
 * center's. An operator who sets that up lets its clients in.
 */
export function handedOver(contract: Contract): Contract {
  const entries = Object.entries(contract.routes).map(([call, routes]) => {
    const ofFlights = routes.filter(({ path }) => path.startsWith('/pireps/'));
    return [call, ofFlights.map((route) => passingOn(route, contract))];
  });
  return {
    ...contract,
    routes: Object.fromEntries(entries) as Contract['routes'],
    desk: noDesk,
    // The web server hands over no other path.
    documents: [],
    checkClient: (_settings, headers) => requireOthersCall(headers),
  };
}

/**
 * Tracker's own calls to the crew center carry this header, by which the web server leaves them to it: here one would go round in
 * a circle.
 * @throws Refusal `crew-center-unavailable`
 */
function requireOthersCall(headers: RequestHeaders): void {
  if (headers[directHeader.toLowerCase()] === undefined) return;
  throw new Refusal('crew-center-unavailable', {
    message: `The web server hands over a call that carries ${directHeader}: its rule does not fit this installation. Its operator should print it again with --hand-over-core.`,
  });
}
