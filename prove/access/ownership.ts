import fc from 'fast-check';
import type { TObject } from 'typebox';
import { type Contract, type Route, routesOf } from '../../src/contracts/contract.ts';
import { frameworkPath } from '../../src/contracts/paths.ts';
import { objectOf } from '../../test/wire/arbitrary.ts';
import { Choices } from '../fuzz/choices.ts';
import { fillIds, fillPath } from '../fuzz/ids.ts';
import { type Owner, openOwner } from './owner.ts';
import { Requests } from './requests.ts';
import { openServed, type Served } from './worlds.ts';

export interface OwnershipReport {
  readonly checks: number;
  readonly routes: number;
  readonly faults: readonly string[];
  /** Routes on which the owner got somewhere with the same requests: there the refusals mean something. */
  readonly controlled: readonly string[];
}

const samples = 12;

/** One more request than one sample of each: a call by its contract, with ids of somebody in all the places for them. */
interface Call {
  readonly name: string;
  readonly method: string;
  readonly isByKey: boolean;
  make(seed: string, owner: Owner): { readonly path: string; readonly body: object | null };
}

/**
 * Calls everything that can name a flight, a PIREP, a bid or a pilot with those of somebody else: nothing of theirs may
 * change, and nothing that is theirs alone may be told. Then the owner calls the same.
 */
export async function checkOwnership(
  open: () => Promise<Served>,
  isMeant: (contract: Contract) => boolean,
): Promise<OwnershipReport> {
  const faults: string[] = [];
  const controlled: string[] = [];
  let [checks, routes] = [0, 0];
  let stage = await openStage(open);
  try {
    for (const call of stage.served.contracts.filter(isMeant).flatMap(callsOf)) {
      routes += 1;
      for (let sample = 0; sample < samples; sample++) {
        checks += 1;
        const fault = await stage.tryAsStranger(call, `${call.name}/${sample}`);
        if (fault !== null) faults.push(fault);
        if (fault !== null) break;
      }
      if (await stage.tryAsOwner(call)) controlled.push(call.name);
      if (!stage.isTouched()) continue;
      await stage.served[Symbol.asyncDispose]();
      stage = await openStage(open);
    }
  } finally {
    await stage.served[Symbol.asyncDispose]();
  }
  return { checks, routes, faults, controlled };
}

async function openStage(open: () => Promise<Served>) {
  const served = await open();
  const owner = await openOwner(served.world);
  const requests = new Requests(Number(new URL(served.world.server.url).port));
  const before = await owner.state();
  const send = (call: Call, who: 'owner' | 'stranger', seed: string) => {
    const { path, body } = call.make(seed, owner);
    const headers: Record<string, string> = call.isByKey
      ? { 'x-api-key': owner.keys[who] }
      : { authorization: `Bearer ${owner.tokens[who]}` };
    return requests.send(call.method, path, { headers, fields: {} }, body);
  };
  let isTouched = false;
  return {
    served,
    isTouched: () => isTouched,
    async tryAsStranger(call: Call, seed: string): Promise<string | null> {
      const { status, text } = await send(call, 'stranger', seed);
      const shown = `${call.name} as ${seed}: ${status} ${text.slice(0, 200)}`;
      const told = owner.canaries.find((canary) => text.includes(canary));
      if (told !== undefined) return `a stranger is told ${told} by ${shown}`;
      if ((await owner.state()) === before) return null;
      isTouched = true;
      return `a stranger changes what is not theirs by ${shown}`;
    },
    async tryAsOwner(call: Call): Promise<boolean> {
      for (let sample = 0; sample < samples; sample++) {
        const { status } = await send(call, 'owner', `${call.name}/${sample}`);
        if (status >= 400) continue;
        isTouched = true;
        return true;
      }
      return false;
    },
  };
}

/** The calls of a contract that can name something: in the path, in the query or in the body. */
function callsOf(contract: Contract): readonly Call[] {
  return routesOf(contract)
    .filter((route) => route.access === 'session' && names(route))
    .map((route) => callOf(contract, route));
}

const naming = /flight|pirep|bid|tracking|pilot|user|^id$/i;
const names = ({ path, body, query }: Route) =>
  /\{/.test(path) ||
  [schemaOf(body), query].some((schema) => Object.keys(schema?.properties ?? {}).some((name) => naming.test(name)));

function schemaOf(body: Route['body']): TObject | null {
  return body === null ? null : body.kind === 'object' ? body.schema : body.item;
}

function callOf(contract: Contract, route: Route): Call {
  const url = contract.base + frameworkPath(route.path);
  const schema = schemaOf(route.body);
  const valid = (of: TObject | null) => (of === null ? [{}] : fc.sample(objectOf(of), { numRuns: samples, seed: 7 }));
  const bodies = valid(schema);
  const queries = valid(route.query);
  return {
    name: `${route.method} ${url}`,
    method: route.method,
    isByKey: contract.readApiKey !== null,
    make(seed, { known }) {
      const choices = new Choices(seed);
      const named = { ...fillIds(choices, named1(route.query, choices.of(queries)), known) };
      const entries = Object.entries(named).flatMap(([name, value]) =>
        typeof value === 'object' ? [] : [[name, String(value)]],
      );
      const query = entries.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(entries))}`;
      const body = schema === null ? null : fillIds(choices, named1(schema, choices.of(bodies)), known);
      return { path: fillPath(choices, url, known) + query, body };
    },
  };
}

/** With every member that can name something, whether or not the sample has it. */
function named1(schema: TObject | null, sample: Record<string, unknown>): Record<string, unknown> {
  const members = Object.keys(schema?.properties ?? {}).filter((name) => naming.test(name));
  return { ...Object.fromEntries(members.map((name) => [name, null])), ...sample };
}

export const openSeven = () => openServed('7');
export const openFive = () => openServed('5');
