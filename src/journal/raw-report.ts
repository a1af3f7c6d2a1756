import type { Report } from '../tracking/model.ts';
import { eventOf } from './event-row.ts';
import { decodeRow } from './row-codec.ts';
import type { TextsByNumber } from './texts.ts';

/** Decodes a row of `reports`. */
export function rawReport(number: number, body: unknown, texts: TextsByNumber): Report {
  if (body instanceof Uint8Array)
    return { number, kind: 'position', position: decodeRow(body, (id) => texts.textOf(id)) };
  if (typeof body === 'string') return { number, kind: 'event', event: eventOf(body) };
  throw new Error(`report ${number} of the journal is neither a position nor an event`);
}

/** Returns the bytes of a chunk from the database. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new Error('corrupt chunk in the journal');
}
