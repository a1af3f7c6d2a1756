import { Type } from 'typebox';
import { Fingerprint } from '../../../lib/fingerprint.ts';
import type { Position } from '../../../tracking/model.ts';
import { decodePosition } from '../../../tracking/position/position-code.ts';
import type { WireObject } from '../../contract.ts';
import { codePhase } from '../../phase-codes.ts';
import { positionSchemas } from '../../position-wire.ts';
import { positionWords } from '../../reports.ts';
import { readState, stateSchemas } from '../../state-wire.ts';
import { loose, readInstant, readNumber, readText } from '../values.ts';

/** A position as clients of phpVMS 7 send it. Only its place can refuse it. */
export const wirePositionSchema = Type.Object(
  {
    id: loose('id', "The client's own id of the point, which recognises its repeat within the PIREP"),
    lat: positionSchemas.lat,
    lon: positionSchemas.lon,
    heading: loose('number', 'Heading, degrees'),
    altitude: loose('number', 'Altitude above mean sea level, feet, where `altitude_msl` is missing'),
    altitude_msl: loose('number', 'Altitude above mean sea level, feet'),
    altitude_agl: loose('number', 'Height above the ground, feet'),
    gs: loose('number', 'Ground speed, knots'),
    ias: loose('number', 'Indicated airspeed, knots'),
    vs: loose('number', 'Vertical speed, feet per minute'),
    fuel: loose('number', 'Fuel on board, pounds; taken as said'),
    fuel_flow: loose('number', 'Fuel flow, pounds per hour'),
    transponder: loose('text', 'Transponder code'),
    autopilot: loose('mode', 'Autopilot: its mode, or whether it is on'),
    status: loose('text', 'Phase: a code of phpVMS or free text'),
    phase: loose('text', 'The same, as 8.0 calls it'),
    ...stateSchemas,
    gforce: loose('number', '`g_force`, as vmsOpenAcars calls it'),
    created_at: loose(
      'text',
      'Time of the point; UTC where it has no offset. The default is the time of receipt, see `sim_time`',
    ),
    sim_time: loose(
      'text',
      "The simulator's clock, kept as text. Points of one request without `created_at` are dated by its differences, where it has a date and rises",
    ),
    type: loose('number', '2: a line of the log, with its text in `log`'),
    log: loose(
      'text',
      'Text of a line; of a point that reports nothing else, what the client reads back in `pireps/{id}/acars`',
    ),
    distance: loose('number', 'Not used: some clients send what was flown, others what is left'),
  },
  { title: 'PositionReport' },
);

/** The same point is the same in whatever order its members came. */
const members = new Fingerprint(Object.keys(wirePositionSchema.properties));
const words = positionWords(codePhase);
/** As far ahead a point may be dated: a clock that is further off is not believed. */
const aheadMs = 4 * 60_000;
const pastMs = 7 * 24 * 3_600_000;
const feet = { minimum: -10_000, maximum: 1_000_000 };
const pounds = { minimum: 0, maximum: 10_000_000 };

/** @param phase - what the client said of the PIREP, for a point that says nothing */
export function toPosition(wire: WireObject, now: number, phase: string | null): Position {
  const { lat, lon } = wire as { readonly lat: number; readonly lon: number };
  const heading = readNumber(wire.heading, { minimum: -720, maximum: 720 });
  const groundSpeed = readNumber(wire.gs, { minimum: -500, maximum: 50_000 });
  const position = decodePosition(
    {
      lat,
      lon,
      heading: heading === null ? null : ((heading % 360) + 360) % 360,
      altitude_msl: readNumber(wire.altitude_msl, feet) ?? readNumber(wire.altitude, feet),
      altitude_agl: readNumber(wire.altitude_agl, feet),
      gs: groundSpeed === null ? null : Math.max(0, groundSpeed),
      ias: readNumber(wire.ias, { minimum: -500, maximum: 50_000 }),
      vs: readNumber(wire.vs, { minimum: -500_000, maximum: 500_000 }),
      fuel: readNumber(wire.fuel, pounds),
      fuel_flow: readNumber(wire.fuel_flow, pounds),
      phase: ownPhaseOf(wire) ?? phase,
      transponder: readText(wire.transponder, 16),
      autopilot: typeof wire.autopilot === 'boolean' ? wire.autopilot : readText(wire.autopilot, 64),
      g_force: readNumber(wire.gforce, { minimum: -100, maximum: 100 }),
      ...readState(wire),
      sim_time: readText(wire.sim_time, 64),
    },
    now,
    words,
  );
  const recordedAt = timeOf(wire.created_at, idOf(wire), now);
  return recordedAt === null ? position : { ...position, recordedAt, isDated: true };
}

/** What the point itself says of the phase. */
export function ownPhaseOf({ phase, status }: WireObject): string | null {
  return readText(phase, 64) ?? readText(status, 64);
}

/** The client's own id of a point. */
export function idOf({ id, client_event_id }: WireObject): string | null {
  return readText(id, 64) ?? readText(client_event_id, 191);
}

/**
 * By what a repeat of a point is recognised. Most clients give no id: then one that names the simulator's clock is the same as
 * another that says the same in every member (pxp, F-ACARS, which send again what they got no answer to). A number, of which the
 * flight remembers thousands.
 */
export function repeatIdOf(wire: WireObject): string | number | null {
  const id = idOf(wire);
  if (id !== null) return id;
  const isTimed = readText(wire.sim_time, 64) !== null && wire.created_at === undefined;
  return isTimed ? members.of(wire) : null;
}

/**
 * The time of a report; null for none, and for one that cannot be. Clients write whole seconds, and several reports of a
 * second differ by their ids: what the id comes to is put into the milliseconds, the same whenever it is sent.
 */
export function timeOf(createdAt: unknown, id: string | null, now: number): number | null {
  const at = readInstant(createdAt);
  if (at === null || at > now + aheadMs || at < now - pastMs) return null;
  return at % 1000 === 0 && id !== null ? at + (fnv1a(id) % 1000) : at;
}

/** FNV-1a. */
function fnv1a(text: string): number {
  let value = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0;
  return value;
}
