import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldPlatform } from '../src/cluster/cores/platform.ts';
import type { Journal } from '../src/journal/journal.ts';
import type { journalTable } from '../src/journal/journal-table.ts';
import { namesWith } from '../src/lib/table.ts';
import type { PilotDesk } from '../src/platform/desk.ts';
import type { PirepPapers } from '../src/platform/papers.ts';
import type { CrewCenterSettings, Platform } from '../src/platform/port.ts';
import { deskTable, papersTable, portTable } from '../src/platform/port-table.ts';
import type { trackerSettings } from '../src/platform/seven/settings.ts';
import type { Operator } from '../src/server/operator.ts';
import type { operatorTable as serverTable } from '../src/server/operator-table.ts';
import { type CallRows, callTable, type deskCallTable } from '../src/tracking/call-table.ts';
import type { Calls } from '../src/tracking/calls.ts';
import type { DeskCalls } from '../src/tracking/desk.ts';
import type { OperatorCalls } from '../src/tracking/operator-calls.ts';
import type { operatorTable } from '../src/tracking/operator-table.ts';
import type { positionFields } from '../src/tracking/position/position.ts';
import { isRefusal } from '../src/tracking/refusals.ts';
import type { events, NamedEventType } from '../src/webhooks/events.ts';

type Complete<Interface> = Readonly<Record<keyof Interface, unknown>>;
/**
 * What is wrong with the table of an interface: members without a row, rows without a member, and, with each row left out in
 * turn, those without which it would still be complete. Where there is anything, this file does not compile.
 */
type Faults<Interface, Table> =
  | Exclude<keyof Interface, keyof Table>
  | Exclude<keyof Table, keyof Interface>
  | { [Name in keyof Table]: Omit<Table, Name> extends Complete<Interface> ? Name : never }[keyof Table];
type None<T extends never> = T;

/** The crew-center settings by what the core calls them. `enabled` is the module's own switch. */
type Settings = typeof trackerSettings;
type SettingMembers = { [Row in Settings[keyof Settings] as NonNullable<Row['member']>]: Row };

/** Every event by its name, as what publishes it names it. */
type Published = Readonly<Record<NamedEventType, unknown>>;

/** The fields that journals hold: none may go, and others stand behind them. */
type Stored = [
  'seq',
  'recordedAt',
  'lat',
  'lon',
  'headingDeg',
  'altitudeMslFt',
  'altitudeAglFt',
  'groundSpeedKt',
  'indicatedAirspeedKt',
  'verticalSpeedFpm',
  'fuelLb',
  'fuelFlowLbPerHour',
  'distanceNm',
  'phase',
  'transponder',
  'autopilot',
  'onGround',
  'simTime',
  'outsideTemperatureC',
  'windDirectionDeg',
  'windSpeedKt',
  'gForce',
  'pitchDeg',
  'bankDeg',
  'simRate',
  'isPaused',
  'isSlewing',
  'isGearUp',
  'flaps',
  'headingMagneticDeg',
  'throttlePct',
  'n1Pct',
  'spoilersPct',
  'areNavLightsOn',
  'isBeaconOn',
  'areStrobeLightsOn',
  'areLandingLightsOn',
  'areTaxiLightsOn',
  'areLogoLightsOn',
  'areWingLightsOn',
  'isStallWarning',
  'isOverspeedWarning',
];
type NamesOf<Rows extends readonly { readonly name: string }[]> = { [Row in keyof Rows]: Rows[Row]['name'] };
type LostFields<Rows extends readonly { readonly name: string }[]> =
  NamesOf<Rows> extends readonly [...Stored, ...string[]] ? never : NamesOf<Rows>;
type WithoutFirst<Rows extends readonly unknown[]> = Rows extends readonly [unknown, ...infer Rest] ? Rest : never;

export type Checked = [
  None<LostFields<typeof positionFields>>,
  None<Faults<Published, typeof events>>,
  None<Faults<Omit<CrewCenterSettings, 'enabled'>, SettingMembers>>,
  None<Faults<Calls, typeof callTable>>,
  None<Faults<DeskCalls, typeof deskCallTable>>,
  None<Faults<OperatorCalls, typeof operatorTable>>,
  None<Faults<Operator, typeof serverTable>>,
  None<Faults<Platform, typeof portTable>>,
  None<Faults<PilotDesk, typeof deskTable>>,
  None<Faults<PirepPapers, typeof papersTable>>,
  None<Faults<Journal, typeof journalTable>>,
];

// @ts-expect-error -- the check itself: a table that says nothing of `start`
export type Missing = None<Faults<Calls, Omit<typeof callTable, 'start'>>>;
// @ts-expect-error -- the check itself: a table that says nothing of an event that is published
export type Unsaid = None<Faults<Published, Omit<typeof events, 'flight.landed'>>>;
// @ts-expect-error -- the check itself: a table without a field that journals hold
export type Lost = None<LostFields<WithoutFirst<typeof positionFields>>>;
// @ts-expect-error -- the check itself: a table that says something of what there is not
export type Unknown = None<Faults<Omit<Calls, 'start'>, typeof callTable>>;
// @ts-expect-error -- `start` begins with a session, so it is the core's of that pilot
({ ...callTable, start: { whose: 'any', by: 'client', crosses: false } }) satisfies CallRows<Calls>;

test('names are those of the rows with the value, in order', () => {
  const table = { a: { x: 1 }, b: { x: 2 }, c: { x: 1 } } as const;
  assert.deepEqual(namesWith(table, 'x', 1), ['a', 'c']);
  assert.deepEqual(namesWith(table, 'x', 2), ['b']);
});

type Methods = Record<string, () => Promise<unknown>>;

test('what changes the crew center is fenced, and what is not fenced only reads', async () => {
  const called: string[] = [];
  const callable = (table: Readonly<Record<string, { does: string }>>): Methods =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([, { does }]) => does === 'reads' || does === 'writes')
        .map(([name]) => [name, async () => void called.push(name)]),
    );
  const port = { ...callable(portTable), desk: callable(deskTable), papers: callable(papersTable) };
  const held = heldPlatform(port as unknown as Platform, () => false);
  const fenced = async (calls: object, names: Methods) => {
    const refused: string[] = [];
    for (const name of Object.keys(names))
      await (calls as Methods)[name]?.().catch((error) => {
        assert.ok(isRefusal(error, 'crew-center-unavailable'), name);
        refused.push(name);
      });
    return refused;
  };
  assert.deepEqual(await fenced(held, callable(portTable)), namesWith(portTable, 'does', 'writes'));
  assert.deepEqual(await fenced(held.desk, port.desk), namesWith(deskTable, 'does', 'writes'));
  assert.deepEqual(await fenced(held.papers ?? {}, port.papers), namesWith(papersTable, 'does', 'writes'));
  for (const name of called)
    assert.match(name, /^(read|find|list|latest|authenticate|plan|search|statistics|profile|news)/);
});
