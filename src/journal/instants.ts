import type { Report } from '../tracking/model.ts';
import { ByteReader, ByteWriter } from './bytes.ts';

/** When reports of a flight were recorded, by their clients, ascending. */
export type Instants = Readonly<Record<Report['kind'], Float64Array>>;

/** Only times sent by the client, because the time of an undated report cannot identify a duplicate. */
export function readInstants(reports: readonly Report[]): Instants {
  const instants = { position: [] as number[], event: [] as number[] };
  for (const report of reports) {
    const { isDated, recordedAt } = report.kind === 'position' ? report.position : report.event;
    if (isDated) instants[report.kind].push(recordedAt);
  }
  return { position: Float64Array.from(instants.position).sort(), event: Float64Array.from(instants.event).sort() };
}

export function countOf({ position, event }: Instants): number {
  return position.length + event.length;
}

/** Returns whether `instant` is one of these. */
export function holds(ascending: Float64Array, instant: number): boolean {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === instant;
}

/** Returns both together. */
export function joinInstants(a: Instants, b: Instants): Instants {
  const join = (first: Float64Array, second: Float64Array) => Float64Array.from([...first, ...second]).sort();
  return { position: join(a.position, b.position), event: join(a.event, b.event) };
}

/** Packs instants as differences: two bytes for one that is a few seconds after the one before. */
export function packInstants({ position, event }: Instants): Uint8Array {
  const out = new ByteWriter();
  for (const instants of [position, event]) {
    out.unsigned(instants.length);
    let before = 0;
    for (const instant of instants) {
      out.signed(instant - before);
      before = instant;
    }
  }
  return Uint8Array.from(out.view());
}

export function unpackInstants(bytes: Uint8Array): Instants {
  const reader = new ByteReader(bytes);
  const read = () => {
    let instant = 0;
    return Float64Array.from({ length: reader.unsigned() }, () => {
      instant += reader.signed();
      return instant;
    });
  };
  return { position: read(), event: read() };
}

export const noInstants: Instants = { position: new Float64Array(), event: new Float64Array() };
