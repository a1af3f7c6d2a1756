import { type TOptional, type TUnsafe, Type } from 'typebox';
import { type Position, type PositionField, positionFields, type WirePosition } from '../tracking/position/position.ts';
import type { WireObject } from './contract.ts';

/**
 * What a client may say of the aircraft beside where it is and how fast, by the names of phpVMS 8's columns of `acars`
 * (migrations 2026_07_27_000300 and 2026_08_01_000000). For contracts that are read leniently: a value that does not fit is as
 * if it was not sent, and never refuses a report.
 */
const names = [
  ...(['on_ground', 'g_force', 'pitch', 'bank', 'heading_mag', 'flaps', 'gear_up', 'throttle_pct'] as const),
  ...(['eng_n1_avg_pct', 'spoilers_pct', 'nav_lights', 'beacon_lights', 'strobe_lights', 'landing_lights'] as const),
  ...(['taxi_lights', 'logo_lights', 'wing_lights', 'stall_warning', 'overspeed_warning'] as const),
];
type Name = (typeof names)[number];

const isName: ReadonlySet<string> = new Set(names);
const fields = positionFields.filter(({ wire }) => isName.has(wire)) as readonly (PositionField & {
  readonly name: keyof Position;
  readonly wire: Name;
})[];

/** Schemas of these members, which accept anything. */
export const stateSchemas = Object.fromEntries(
  fields.map(({ wire, kind, description }) => [
    wire,
    Type.Optional(Type.Unsafe<unknown>({ 'x-sent': { type: [kind, 'null'] }, description })),
  ]),
) as { readonly [N in Name]: TOptional<TUnsafe<unknown>> };

/** Returns those that fit; numbers may be text, and truths 0 and 1. */
export function readState(wire: WireObject): Partial<WirePosition> {
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const value = wire[field.wire];
    if (value === undefined || value === null) continue;
    read[field.wire] = field.kind === 'boolean' ? truthOf(value) : numberOf(value, field);
  }
  return read;
}

/** Returns what is known of them, by the same names: a host's row has a member for each column that it has. */
export function encodeState(position: Position): WireObject {
  const known: Record<string, unknown> = {};
  for (const { wire, name } of fields) if (position[name] !== null) known[wire] = position[name];
  return known;
}

function truthOf(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' ? false : null;
}

function numberOf(value: unknown, { minimum = 0, maximum = 0, wraps }: PositionField): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  const figure = wraps ? ((number % maximum) + maximum) % maximum : number;
  return figure >= minimum && figure <= maximum ? figure : null;
}
