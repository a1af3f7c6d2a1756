import { numberOf, type Row } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { eventOf } from '../event-row.ts';
import { decodeRow } from '../row-codec.ts';
import type { Texts } from './partition-state.ts';

/** Decodes a row of `reports`. */
export function reportOf(row: Row, texts: Pick<Texts, 'textOf'>): Report {
  const number = numberOf(row, 'number');
  const body = bytesOf(row, 'body');
  return numberOf(row, 'is_event') === 1
    ? { number, kind: 'event', event: eventOf(body.toString('utf8')) }
    : { number, kind: 'position', position: decodeRow(body, texts.textOf) };
}

export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  if (value instanceof Buffer) return value;
  throw new Error(`corrupt ${column} in the journal`);
}
