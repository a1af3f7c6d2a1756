import { readFields } from './refusal-reply.ts';
import type { TrackerError } from './tracker-error.ts';
import { isRecord } from './transport.ts';
import type { RefusedReport } from './wire-types.ts';

/** Returns the refused reports of a batch whose other reports were accepted. */
export function refusedIn(body: Readonly<Record<string, unknown>>): readonly RefusedReport[] {
  if (!Array.isArray(body.refused)) return [];
  return body.refused.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.index === 'number'
      ? [{ index: entry.index, fields: readFields(entry.fields) }]
      : [],
  );
}

/**
 * Returns the invalid reports named in the refusal of a whole batch (`positions[3].lat`); null when it does not name every
 * one: then they have to be found by bisection.
 */
export function refusedBy(error: TrackerError, batchLength: number): readonly RefusedReport[] | null {
  const fieldsByIndex = new Map<number, Record<string, string>>();
  for (const [path, fault] of Object.entries(error.fields)) {
    const [, place, field] = /^\w+\[(\d+)\]\.?(.*)$/.exec(path) ?? ['', '0', path];
    if (place === '0' && field === path && batchLength > 1) return null;
    const index = Number(place);
    fieldsByIndex.set(index, { ...fieldsByIndex.get(index), [field ?? '']: fault });
  }
  if (batchLength === 1 && fieldsByIndex.size === 0) return [{ index: 0, fields: {} }];
  return fieldsByIndex.size === batchLength ? [...fieldsByIndex].map(([index, fields]) => ({ index, fields })) : null;
}
