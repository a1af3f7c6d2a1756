import type { Contract } from '../../src/contracts/contract.ts';
import { routesOf } from '../../src/contracts/contract.ts';
import { frameworkPath } from '../../src/contracts/paths.ts';
import type { ServedRoute } from '../served/routes.ts';

/** Who may call a route. The texts after `scope` are the scopes of keys of other programs. */
export type Rule =
  | 'everybody'
  /** It takes what proves who calls, and gives nothing without. */
  | 'credentials'
  | 'nothing here'
  | 'session'
  | 'pilot key'
  | 'program'
  | 'scope flights'
  | 'scope pireps'
  | 'scope pilots'
  | 'scope changes'
  | 'operator page'
  | 'operator form'
  | 'pilot page'
  | 'pilot form'
  /** Also of members who lack the second factor that is required of them. */
  | 'arrived page'
  | 'arrived form'
  | 'own form';

/** Calls of contracts that need no pilot, each named: a call that became open by accident is not here. */
const openCalls: Readonly<Record<string, readonly string[]>> = {
  native: ['GET /status', 'GET /openapi.json', 'GET /docs'],
  legacy: ['GET /bootstrap.php', 'GET /status.php', 'GET /openapi.json', 'GET /docs'],
  smartcars3: ['GET /', 'GET /openapi.json'],
  stratos: ['GET /', 'GET /openapi.json'],
  'phpvms7-core': [
    ...['GET /', 'GET /status', 'GET /version', 'GET /news', 'GET /acars', 'GET /acars/geojson'],
    ...['GET /airports/hubs', 'GET /airports/search', 'GET /openapi.json'],
  ],
};
const credentialCalls: Readonly<Record<string, readonly string[]>> = {
  native: ['POST /auth'],
  legacy: ['POST /login.php'],
  smartcars3: ['POST /pilot/login', 'POST /pilot/resume', 'POST /pilot/verify'],
  stratos: ['POST /pilot/login'],
};

/** Everything else, the first that fits. A route that fits none fails the proof: somebody has to decide who may call it. */
const others: readonly (readonly [RegExp, Rule])[] = [
  [/^GET \/(?:healthz|readyz|update)?$/, 'everybody'],
  [/^GET \/tracker\/(?:healthz|readyz)$/, 'everybody'],
  [/^GET \/\*$/, 'nothing here'],
  // What the edge signs in the name of an administrator.
  [/^POST \/host-setup\/(?:flight|update|stop|checks|checks\/again)$/, 'credentials'],
  [/^OPTIONS \/tracker\/api\/v1\/\*$/, 'everybody'],
  [/^GET \/tracker\/api\/v1\/\*$/, 'nothing here'],
  [/^GET \/tracker\/api\/v1(?:\/|\/openapi\.json)?$/, 'everybody'],
  [/^GET \/tracker\/api\/v1\/live(?:\.geojson|\/acars(?:\/:id)?(?:\/acars)?(?:\/geojson|\/data)?)?$/, 'program'],
  [/^GET \/tracker\/api\/v1\/flights(?:\/:id(?:\/track\.\w+)?)?$/, 'scope flights'],
  [/^GET \/tracker\/api\/v1\/pireps$/, 'scope pireps'],
  [/^GET \/tracker\/api\/v1\/pilots\/:ident(?:\/safety)?$/, 'scope pilots'],
  [/^GET \/tracker\/api\/v1\/changes$/, 'scope changes'],
  [/^GET \/tracker\/operator\/sign-in(?:\/code)?$/, 'everybody'],
  [/^GET \/tracker\/operator\/account\/second-factor$/, 'arrived page'],
  [/^POST \/tracker\/operator\/(?:account\/second-factor\/(?:begin|confirm)|sign-out)$/, 'arrived form'],
  [
    /^(?:GET \/tracker\/operator\/(?:enter|welcome)|POST \/tracker\/operator\/(?:entry|sign-in|sign-in\/code|welcome))$/,
    'credentials',
  ],
  [/^GET \/tracker\/my\/sign-in$/, 'everybody'],
  [/^POST \/tracker\/my\/sign-in$/, 'credentials'],
  [/^GET \/tracker\/my(?:\/|$)/, 'pilot page'],
  [/^POST \/tracker\/my\//, 'pilot form'],
  [/^GET \/tracker\/(?:operator|admin|update)(?:\/|$)/, 'operator page'],
  [/^POST \/tracker\/(?:operator|admin|update)(?:\/|$)/, 'operator form'],
  [/^POST \/tracker\/flights\/:id\/share$/, 'operator form'],
  [/^POST \/tracker\/view$/, 'own form'],
  // What becomes of them depends on the rules of the airline, and on the key of a link.
  [/^GET \/tracker\/(?:home|join(?:\/done)?|password\/(?:forgotten|sent|done))$/, 'everybody'],
  [/^POST \/tracker\/(?:join|password\/forgotten)$/, 'own form'],
  [/^(?:GET|POST) \/tracker\/(?:join\/confirm|password\/new)$/, 'credentials'],
  [/^GET \/tracker(?:\/|\/embed|\/brand\.css|\/live\/(?:events|poll|snapshot))?$/, 'everybody'],
  [
    /^GET \/tracker\/flights\/:id(?:\/(?:track\.json|track\.:format|update\.json|picture\.png|route\.json))?$/,
    'everybody',
  ],
  [/^GET \/tracker\/(?:replay|airports\/:icao)(?:\/|$)/, 'everybody'],
  // What the map shows besides flights: no name or number of anybody is in it.
  [/^GET \/tracker\/(?:networks|weather|(?:runways|taxi)\/:south\/:west)\.json$/, 'everybody'],
  [/^GET \/tracker\/assets\/:version\/\*$/, 'everybody'],
  [/^GET \/tracker\/\*$/, 'nothing here'],
];

/** Returns the rule of a route; null when nobody has decided. */
export function ruleOf({ method, url }: ServedRoute, contracts: readonly Contract[]): Rule | null {
  // What may be read may be asked for its head.
  const verb = method === 'HEAD' ? 'GET' : method;
  const below = contracts.filter(({ base }) => url === base || url.startsWith(`${base}/`));
  const [contract] = below.sort((one, other) => other.base.length - one.base.length);
  if (contract === undefined) return others.find(([shape]) => shape.test(`${verb} ${url}`))?.[1] ?? null;
  const path = url.slice(contract.base.length) || '/';
  const call = routesOf(contract).find((each) => each.method === verb && frameworkPath(each.path) === path);
  const named = call?.path ?? contract.documents.find((document) => document.path === path)?.path;
  if (named === undefined) return path === '/' || path === '/*' ? 'nothing here' : null;
  const name = `${verb} ${named}`;
  if (openCalls[contract.name]?.includes(name)) return 'everybody';
  if (credentialCalls[contract.name]?.includes(name)) return 'credentials';
  return contract.readApiKey === null ? 'session' : 'pilot key';
}
