import { staffRoles } from '../../test/web-world.ts';
import type { ServedRoute } from '../served/routes.ts';
import { Callers } from './callers.ts';
import { type CallerName, callerNames, expected, type Outcome } from './expectations.ts';
import { type Reply, Requests } from './requests.ts';
import { ruleOf } from './rules.ts';
import type { Served } from './worlds.ts';

export interface GateReport {
  readonly checks: number;
  readonly routes: number;
  readonly faults: readonly string[];
}

/**
 * Calls every route as every kind of caller, and returns where one met something else than the rule says.
 * @param isMeant - which callers, by the number of the route
 */
export async function checkGates(
  { world, routes, contracts }: Served,
  isMeant: (caller: CallerName, index: number) => boolean,
): Promise<GateReport> {
  const requests = new Requests(Number(new URL(world.server.url).port));
  const callers = await Callers.open(world, requests);
  const faults: string[] = [];
  let checks = 0;
  for (const [index, route] of routes.entries()) {
    const rule = ruleOf(route, contracts);
    if (rule === null) {
      faults.push(`${route.method} ${route.url}: nobody has decided who may call it (prove/access/rules.ts)`);
      continue;
    }
    if (/^(?:operator|arrived) (?:page|form)$/.test(rule) && !staffRoles.isDecided(route.url))
      faults.push(`${route.method} ${route.url}: nobody has decided which roles may use it (src/web/access/roles.ts)`);
    for (const caller of callerNames.filter((name) => isMeant(name, index))) {
      const wanted = expected(rule, caller, route.url);
      const ask = async (isAnew: boolean) =>
        requests.send(route.method, addressOf(route.url), await callers.make(caller, isAnew));
      checks += 1;
      // A call before may have ended what the caller had.
      let reply = await ask(false);
      if (!isMet(wanted, reply, route)) reply = await ask(true);
      if (!isMet(wanted, reply, route)) faults.push(describe(route, caller, wanted, reply));
    }
  }
  return { checks, routes: routes.length, faults };
}

const addressOf = (url: string) => url.replaceAll(/:\w+|\*/g, '0');

function isMet(wanted: Outcome, reply: Reply, { method }: ServedRoute): boolean {
  // It tells which methods there are, or nothing at all.
  if (wanted === 'nothing') return reply.status >= 400 || method === 'OPTIONS' || method === 'HEAD';
  return outcomeOf(reply) === wanted;
}

function outcomeOf({ status, location }: Reply): Outcome {
  if (status === 401) return '401';
  if (status === 403) return '403';
  return status === 303 && /operator\/sign-in|(?:^|\/)sign-in\?/.test(location) ? 'sign-in' : 'in';
}

function describe(route: ServedRoute, caller: CallerName, wanted: Outcome, { status, text }: Reply): string {
  return `${route.method} ${route.url}: ${caller} should meet "${wanted}", and met ${status}: ${text.slice(0, 160).replaceAll(/\s+/g, ' ')}`;
}
