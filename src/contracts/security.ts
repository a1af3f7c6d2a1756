import type { Contract, Route } from './contract.ts';

const apiKeys = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  bareKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The API key alone' },
};
const sessions = {
  bearer: { type: 'http', scheme: 'bearer' },
  trackerToken: { type: 'apiKey', in: 'header', name: 'X-Tracker-Token' },
};
const clientTokens = { clientToken: { type: 'apiKey', in: 'header', name: 'X-Tracker-Client' } };

const takesClientToken = ({ preflight }: Contract) => preflight.allowedHeaders.includes('X-Tracker-Client');

/** How the clients of a contract authenticate, as OpenAPI describes it. */
export function securitySchemes(contract: Contract) {
  return {
    ...(contract.readApiKey === null ? sessions : apiKeys),
    ...(takesClientToken(contract) ? clientTokens : {}),
  };
}

/** Which of these schemes a call needs, each alone; none where it is for everyone. */
export function securityOf(contract: Contract, { access }: Route): readonly Readonly<Record<string, readonly []>>[] {
  if (access === 'session') {
    const schemes = contract.readApiKey === null ? sessions : apiKeys;
    return Object.keys(schemes).map((name) => ({ [name]: [] }));
  }
  return access === 'client' && takesClientToken(contract) ? [{}, { clientToken: [] }] : [];
}
