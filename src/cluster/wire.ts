import { Secret } from '../lib/secret.ts';
import { Refusal, type RefusalCode, type RefusalDetail, refusalCodes } from '../tracking/refusals.ts';

/**
 * Values between servers of ours, as JSON. What JSON lacks is an object with the one member `$`, or `$` and `v`: secrets,
 * maps, bytes, numbers that are not finite, and objects that have a member `$` of their own.
 */
type Tagged = { readonly $: 'secret' | 'map' | 'bytes' | 'number' | 'object'; readonly v: unknown };

/** Returns the value as JSON text; a function cannot be sent. */
export function encodeValue(value: unknown): string {
  return JSON.stringify(toWire(value)) ?? 'null';
}

/** Returns the value in this JSON text. */
export function decodeValue(text: string): unknown {
  return fromWire(JSON.parse(text));
}

function toWire(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : tag('number', String(value));
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
      throw new TypeError(`a ${typeof value} cannot be sent to another server`);
    return value;
  }
  if (value instanceof Secret) return tag('secret', value.reveal());
  if (value instanceof Map) return tag('map', [...value].map(toWire));
  if (value instanceof Uint8Array) return tag('bytes', Buffer.from(value).toString('base64'));
  const sent = withMembers(
    value as Members,
    toWire,
    () => (Array.isArray(value) ? [...value] : { ...value }) as Members,
  );
  return !Array.isArray(value) && Object.hasOwn(value, '$') ? tag('object', Object.entries(sent)) : sent;
}

type Members = Record<string, unknown>;

/**
 * Returns `values` with each member converted. Most members stay as they are, and thousands of flights are sent each second:
 * `writable` is asked once for what may be written, and only if a member changes.
 */
function withMembers(values: Members, convert: (value: unknown) => unknown, writable: () => Members): Members {
  let target: Members | null = null;
  for (const name of Object.keys(values)) {
    const member = values[name];
    const converted = convert(member);
    if (Object.is(converted, member)) continue;
    target ??= writable();
    target[name] = converted;
  }
  return target ?? values;
}

function tag(kind: Tagged['$'], value: unknown): Tagged {
  return { $: kind, v: value };
}

function fromWire(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  // Made by JSON.parse just now, so that nobody else has it.
  if (!Object.hasOwn(value, '$')) return withMembers(value as Members, fromWire, () => value as Members);
  const { $: kind, v } = value as Tagged;
  if (kind === 'secret') return new Secret(String(v));
  if (kind === 'map') return new Map(fromWire(v) as [unknown, unknown][]);
  if (kind === 'bytes') return new Uint8Array(Buffer.from(String(v), 'base64'));
  if (kind === 'number') return Number(v);
  return Object.fromEntries((v as [string, unknown][]).map(([name, member]) => [name, fromWire(member)]));
}

/** What a call between servers returns. */
export type CallAnswer =
  | { readonly result: unknown }
  | { readonly refusal: { readonly code: string; readonly detail: RefusalDetail } }
  | { readonly bug: string };

/** Returns the result of an answer. @throws Refusal as the other server did; an Error for its bug */
export function resultOf(answer: CallAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('bug' in answer) throw new Error(`another server failed: ${answer.bug}`);
  const { code, detail } = answer.refusal;
  const known = (refusalCodes as readonly string[]).includes(code) ? (code as RefusalCode) : 'server-busy';
  throw new Refusal(known, detail);
}
