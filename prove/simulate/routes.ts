import type { Contract, Route } from '../../src/contracts/contract.ts';
import { isOf, readExamples } from '../../src/contracts/examples.ts';
import type { ClientCall, ClientDeskCall } from '../../src/tracking/call-table.ts';
import type { RefusalCode } from '../../src/tracking/refusals.ts';
import { contractsOf, type Generation } from './front.ts';

/** The answers that a call may get. */
export interface AllowedAnswers {
  readonly statuses: ReadonlySet<number>;
  readonly codes: ReadonlySet<string>;
}

/** Refusals that every call may get, for what is wrong with the request, its session or the server. */
const common: readonly RefusalCode[] = [
  ...(['malformed', 'invalid', 'no-session', 'session-expired', 'wrong-login', 'login-throttled'] as const),
  ...(['pilot-not-allowed', 'too-many-requests', 'crew-center-unavailable', 'journal-full'] as const),
  ...(['server-busy', 'shutting-down', 'module-disabled', 'not-found', 'password-login-disabled'] as const),
];

export type PromisedCall = ClientCall | ClientDeskCall;

/** A call as one contract has it. */
export interface KnownRoute extends AllowedAnswers {
  readonly contract: string;
  readonly call: PromisedCall;
  readonly access: Route['access'];
  /** As its documentation asks it. */
  readonly examples: readonly { readonly path: string; readonly body?: unknown }[];
  readonly method: string;
  readonly pattern: RegExp;
}

const tables = new Map<Generation, readonly KnownRoute[]>();

/** The call at this path; null when there is none. */
export function routeOf(generation: Generation, method: string, path: string): KnownRoute | null {
  const table = knownRoutes(generation);
  const [bare = ''] = path.split('?', 1);
  return table.find((route) => route.method === method && route.pattern.test(bare)) ?? null;
}

/** Every route that is served beside this crew center. */
export function knownRoutes(generation: Generation): readonly KnownRoute[] {
  const table = tables.get(generation) ?? tableOf(generation);
  tables.set(generation, table);
  return table;
}

function tableOf(generation: Generation): readonly KnownRoute[] {
  return contractsOf(generation).flatMap((contract) => {
    const examples = readExamples(contract.examples);
    return callsOf(contract).map(([call, route]) => ({
      contract: contract.name,
      call,
      access: route.access,
      examples: examples
        .filter((each) => isOf(route, each))
        .map((each) => ({ ...each, path: contract.base + each.path })),
      method: route.method,
      pattern: new RegExp(`^${contract.base}${route.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
      ...allowedOf(route, contract.refusals),
    }));
  });
}

function callsOf({ routes, desk }: Contract): readonly (readonly [PromisedCall, Route])[] {
  const all = Object.entries({ ...routes, ...desk }) as [PromisedCall, readonly Route[]][];
  return all.flatMap(([call, ways]) => ways.map((route) => [call, route] as const));
}

function allowedOf(route: Route, refusals: Contract['refusals']): AllowedAnswers {
  const codes = [...common, ...route.refusals];
  const allowed = [...Object.keys(route.answers).map(Number), ...codes.map((code) => refusals[code].status)];
  return { statuses: new Set(allowed), codes: new Set(codes) };
}
