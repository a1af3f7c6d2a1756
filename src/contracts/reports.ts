import { type Static, Type } from 'typebox';
import type { FlightEvent, FlightName, ReportedFigures } from '../tracking/model.ts';
import { readEventKind } from '../tracking/position/event-kinds.ts';
import type { WireWords } from '../tracking/position/position-code.ts';
import { eventFields, figureFields } from './fields.ts';
import { parseInstant } from './instant.ts';

/** Decoding of reports and figures, the same in every contract except for the phases. */

export const eventSchema = Type.Object(eventFields);
export const figuresSchema = Type.Object(figureFields);
type WireEvent = Static<typeof eventSchema>;
type WireFigures = Static<typeof figuresSchema>;

/** Maps a phase to the core's name if the contract knows it, else keeps the client's text. */
export type PhaseWords = (text: string) => string;

/** Returns how a position is decoded; `phase` is specific to the contract. */
export const positionWords = (phase: PhaseWords): WireWords => ({ instant: decodeInstant, phase, text: decodeWord });

export function decodeEvent(wire: WireEvent, now: number): FlightEvent {
  const recordedAt = decodeInstant(wire.recorded_at);
  return {
    seq: wire.seq ?? null,
    kind: readEventKind(wire.kind.toWellFormed().replaceAll('\0', '')),
    recordedAt: recordedAt ?? now,
    isDated: recordedAt !== null,
    receivedAt: now,
    message: decodeText(wire.message),
    lat: wire.lat ?? null,
    lon: wire.lon ?? null,
    data: wire.data ?? null,
  };
}

export function decodeFigures(wire: WireFigures): ReportedFigures {
  return {
    flightTimeMin: wire.flight_time ?? null,
    distanceNm: wire.distance ?? null,
    fuelUsedLb: wire.fuel_used ?? null,
    blockFuelLb: wire.block_fuel ?? null,
    landingRateFpm: wire.landing_rate ?? null,
    blockOffAt: decodeInstant(wire.block_off_at),
    takeoffAt: decodeInstant(wire.takeoff_at),
    landingAt: decodeInstant(wire.landing_at),
    blockOnAt: decodeInstant(wire.block_on_at),
    arrival: decodeText(wire.arrival)?.toUpperCase() ?? null,
    route: decodeText(wire.route),
    notes: decodeText(wire.notes),
    log: decodeLog(wire.log),
    fields: decodeFields(wire.fields),
    score: wire.score ?? null,
    load: wire.load ?? null,
  };
}

interface WireName {
  readonly flight_id?: string | number | null | undefined;
  readonly pirep_id?: string | number | null | undefined;
  readonly bid_id?: string | number | null | undefined;
}

/** Returns null when the body names no flight. */
export function decodeName(wire: WireName): FlightName | null {
  const flightId = decodeId(wire.flight_id);
  const pirepId = decodeId(wire.pirep_id);
  const bidId = decodeId(wire.bid_id);
  if (flightId === null && pirepId === null && bidId === null) return null;
  return {
    ...(flightId === null ? {} : { flightId }),
    ...(pirepId === null ? {} : { pirepId }),
    ...(bidId === null ? {} : { bidId }),
  };
}

export function decodeId(id: string | number | null | undefined): string | null {
  if (id === undefined || id === null) return null;
  const text = String(id).trim();
  return text === '' ? null : text.toWellFormed();
}

/** Cleans free text for storage: removes NUL and lone surrogates; null when blank. */
export function decodeText(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const clean = storable(text).trim();
  return clean === '' ? null : clean;
}

function storable(text: string): string {
  return text.includes('\0') ? text.toWellFormed().replaceAll('\0', '') : text.toWellFormed();
}

function decodeWord(value: string | number | null | undefined): string | null {
  return value === undefined || value === null ? null : decodeText(String(value));
}

function decodeInstant(text: string | null | undefined): number | null {
  return text === undefined || text === null ? null : parseInstant(text);
}

function decodeLog(log: string | readonly string[] | null | undefined): readonly string[] {
  if (log === undefined || log === null) return [];
  const lines = typeof log === 'string' ? [log] : log;
  return lines
    .flatMap((line) =>
      line
        .toWellFormed()
        .replaceAll('\0', '')
        .split(/\r\n|\r|\n/),
    )
    .filter((line) => line.trim() !== '');
}

function decodeFields(fields: Readonly<Record<string, string | number | boolean>> | null | undefined) {
  const entries = Object.entries(fields ?? {}).filter(([name]) => name !== '__proto__' && name.trim() !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name.toWellFormed(), String(value).toWellFormed()]));
}
