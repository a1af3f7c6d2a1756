import { admitAnyClient } from '../access.ts';
import { type Contract, noDesk } from '../contract.ts';
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
    checkClient: admitAnyClient,
  };
}
