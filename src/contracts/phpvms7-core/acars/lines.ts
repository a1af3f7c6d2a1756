import type { FlightEvent } from '../../../tracking/model.ts';
import type { WireObject } from '../../contract.ts';
import { readNumber, readText } from '../values.ts';
import { idOf, timeOf } from './wire-position.ts';

/** AcarsType of a line of the log (app/Models/Enums/AcarsType.php). */
const logType = 2;

/** Members of which a point has one at least. */
const flownMembers = ['altitude', 'altitude_msl', 'altitude_agl', 'gs', 'vs', 'fuel'];

/**
 * Whether a point is a line of the log. Where phpVMS keeps a path of lines, vmsOpenAcars sends lines as points: those of its
 * log with their type, and without one what it reads back when it resumes the flight (MainViewModel.cs, SendScoringCheckpoint).
 */
export function isLine(point: WireObject): boolean {
  return textOf(point.log) !== null && (isOfLog(point) || flownMembers.every((name) => isMissing(point[name])));
}

export function lineOfPoint(point: WireObject, now: number): FlightEvent {
  const line = toLine(point, point.log, now);
  return isOfLog(point) ? line : { ...line, kind: 'checkpoint', data: { status: readText(point.status, 64) } };
}

/** @param said - its text */
export function toLine(wire: WireObject, said: unknown, now: number): FlightEvent {
  const text = textOf(said) ?? '';
  const at = timeOf(wire.created_at, idOf(wire) ?? text, now);
  return {
    seq: null,
    kind: 'note',
    recordedAt: at ?? now,
    isDated: at !== null,
    receivedAt: now,
    message: text,
    lat: readNumber(wire.lat, { minimum: -90, maximum: 90 }),
    lon: readNumber(wire.lon, { minimum: -180, maximum: 180 }),
    data: null,
  };
}

/** The status of a line: its client finds its own by it. */
export function statusOfLine({ data }: FlightEvent): string {
  const status = typeof data === 'object' && data !== null ? (data as { status?: unknown }).status : null;
  return typeof status === 'string' ? status : 'SCH';
}

const textOf = (value: unknown) => readText(value, 2000);
const isOfLog = ({ type }: WireObject) => readNumber(type, { minimum: 0, maximum: 100 }) === logType;
const isMissing = (value: unknown) => value === undefined || value === null;
