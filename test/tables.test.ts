import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldPlatform } from '../src/cluster/cores/platform.ts';
import type { Journal } from '../src/journal/journal.ts';
import type { journalTable } from '../src/journal/journal-table.ts';
import { namesWith } from '../src/lib/names-with.ts';
import type { Platform } from '../src/platform/port.ts';
import { portTable } from '../src/platform/port-table.ts';
import type { Operator } from '../src/server/operator.ts';
import type { operatorTable as serverTable } from '../src/server/operator-table.ts';
import { type CallRows, callTable, type deskCallTable } from '../src/tracking/call-table.ts';
import type { Calls } from '../src/tracking/calls.ts';
import type { DeskCalls } from '../src/tracking/desk.ts';
import type { OperatorCalls } from '../src/tracking/operator-calls.ts';
import type { operatorTable } from '../src/tracking/operator-table.ts';
import { isRefusal } from '../src/tracking/refusals.ts';

/** The rows without which a table would still be one for this interface. Where there is one, this file does not compile. */
type Needless<Interface, Table> = {
  [Name in keyof Table]: Omit<Table, Name> extends Readonly<Record<keyof Interface, unknown>> ? Name : never;
}[keyof Table];
type Unknown<Interface, Table> = Exclude<keyof Table, keyof Interface>;

type None<T extends never> = T;

export type Checked = [
  None<Needless<Calls, typeof callTable> | Unknown<Calls, typeof callTable>>,
  None<Needless<DeskCalls, typeof deskCallTable> | Unknown<DeskCalls, typeof deskCallTable>>,
  None<Needless<OperatorCalls, typeof operatorTable> | Unknown<OperatorCalls, typeof operatorTable>>,
  None<Needless<Operator, typeof serverTable> | Unknown<Operator, typeof serverTable>>,
  None<Needless<Platform, typeof portTable> | Unknown<Platform, typeof portTable>>,
  None<Needless<Journal, typeof journalTable> | Unknown<Journal, typeof journalTable>>,
];
// @ts-expect-error -- the check itself: a table that says nothing of `start`, and would do without
export type Unseen = None<Needless<Omit<Calls, 'start'>, typeof callTable>>;
// @ts-expect-error -- `start` begins with a session, so it is the core's of that pilot
({ ...callTable, start: { whose: 'any' } }) satisfies CallRows<Calls>;

test('names are those of the rows with the value, in order', () => {
  const table = { a: { x: 1 }, b: { x: 2 }, c: { x: 1 } } as const;
  assert.deepEqual(namesWith(table, 'x', 1), ['a', 'c']);
  assert.deepEqual(namesWith(table, 'x', 2), ['b']);
});

test('what changes the crew center is fenced, and what is not fenced only reads', async () => {
  const called: string[] = [];
  const methods = Object.entries(portTable).filter(([, { does }]) => does !== 'part');
  const platform = Object.fromEntries(
    methods.map(([name]) => [name, async () => void called.push(name)]),
  ) as unknown as Platform;
  const held = heldPlatform(platform, () => false) as unknown as Record<string, () => Promise<unknown>>;
  const refused: string[] = [];
  for (const [name] of methods)
    await held[name]?.().catch((error) => {
      assert.ok(isRefusal(error, 'crew-center-unavailable'), name);
      refused.push(name);
    });
  assert.deepEqual(refused, namesWith(portTable, 'does', 'writes'));
  for (const name of called) assert.match(name, /^(read|find|list|latest|authenticate|plan)/);
});
