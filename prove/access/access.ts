import { native } from '../../src/contracts/native/native.ts';
import type { Prove, ProveOptions } from '../prove.ts';
import type { Version } from '../served/contracts.ts';
import { checkControl } from './control.ts';
import { checkEdge } from './edge.ts';
import { type CallerName, callerNames } from './expectations.ts';
import { checkGates } from './gates.ts';
import { checkOwnership, openFive, openSeven } from './ownership.ts';
import { tryTheProof } from './self-test.ts';
import { openServed } from './worlds.ts';

/**
 * Every route that the server registers and every command of its control socket, called by every kind of caller: each
 * meets what a table says, and a route that is not in the table fails. Then every call that can name something of a
 * pilot is made by another one.
 */
export const access: Prove = {
  usage: 'access [--short] [--self-test]',
  async run(options) {
    const parts = options.selfTest
      ? []
      : [...versions.map((version) => gates(version)), edge, ...versions.map(ownership)];
    const found: Found[] = [];
    for (const part of parts) found.push(await part(options));
    for (const { text, faults } of found) {
      for (const fault of faults) options.out(fault);
      options.out(`${text}: ${faults.length === 0 ? 'kept' : 'NOT KEPT'}`);
      options.figure({ promise: 'access', text, isKept: faults.length === 0 });
    }
    const missed = await tryTheProof();
    options.out(
      missed.length === 0
        ? 'with faults planted: each noticed'
        : `with faults planted: NOT NOTICED: ${missed.join(', ')}`,
    );
    return missed.length === 0 && found.every(({ faults }) => faults.length === 0);
  },
};

const versions: readonly Version[] = ['7', '5'];

interface Found {
  readonly text: string;
  readonly faults: readonly string[];
}
type Part = (options: ProveOptions) => Promise<Found>;

/** Those who have the most to gain; the others by turns. */
const always: readonly CallerName[] = ['nobody', 'a pilot'];
const turns = 6;

const gates =
  (version: Version): Part =>
  async ({ short, note }) => {
    await using served = await openServed(version);
    // What may be read may be asked for its head, by the same code.
    const routes = served.routes.filter(({ method }) => !short || method !== 'HEAD');
    const isMeant = (caller: CallerName, index: number) =>
      !short || always.includes(caller) || callerNames.indexOf(caller) % turns === index % turns;
    const { checks, faults, routes: count } = await checkGates({ ...served, routes }, isMeant);
    note(`version ${version}: ${checks} calls`);
    const control = await checkControl(served);
    return {
      text: `version ${version}: ${count} routes, ${checks} calls by ${callerNames.length} kinds of callers; ${control.checks} checks of the control socket${control.wasTried ? '' : ' (no other user to try it)'}, ${faults.length + control.faults.length} faults`,
      faults: [...faults, ...control.faults],
    };
  };

const edge: Part = async () => {
  const { checks, faults } = await checkEdge();
  return { text: `through the edge: ${checks} calls, ${faults.length} faults`, faults };
};

const ownership =
  (version: Version): Part =>
  async ({ short, note }) => {
    const open = version === '7' ? openSeven : openFive;
    const { checks, routes, faults, controlled } = await checkOwnership(
      open,
      ({ name }) => !short || name === native.name || version === '5',
    );
    note(`version ${version}: the owner got through on ${controlled.length} of ${routes}`);
    return {
      text: `version ${version}: ${routes} calls that name something, ${checks} times with that of another pilot (the owner gets through on ${controlled.length}), ${faults.length} faults`,
      faults,
    };
  };
