import type { Captured } from '../../test/contracts/read-captured.ts';
import { Choices } from './choices.ts';
import { addressOf, credentials, hostileHeaders } from './credentials.ts';
import type { Door, Pool } from './doors.ts';
import { formBody, formType } from './form-bodies.ts';
import { brokenFraming } from './framing.ts';
import { type Body, hostileBody, mutate } from './hostile-bodies.ts';
import { fill, fillIds, fillPath } from './ids.ts';
import { plantedTag } from './judge.ts';
import type { PageForms } from './page-forms.ts';
import type { Known } from './protocol.ts';
import { hostilePaths, hostileTexts } from './texts.ts';

/** A request, ready to be sent. */
export interface Attack {
  readonly kind: 'valid' | 'broken rule' | 'mutated' | 'hostile' | 'framing';
  readonly method: string;
  /** The route that is meant: `GET /tracker/flights/:id`. */
  readonly route: string;
  readonly bytes: Buffer;
  /** Null for one that is framed as it should be. */
  readonly maxAnswers: number | null;
}

export interface AttackNeeds {
  readonly seed: string;
  /** In the order of their turns; one may have several. */
  readonly doors: readonly Door[];
  readonly corpus: readonly Captured[];
  readonly forms: PageForms;
}

/** More often than the other texts: a page has to show it for it to be found. */
const markup = `${plantedTag} onload=1>`;
const json = { 'content-type': 'application/json' };

/** Makes request number `index`: the same one for the same seed, but for the tokens and ids that the server gave out. */
export function makeAttack(needs: AttackNeeds, index: number, known: Known): Attack {
  const choices = new Choices(`${needs.seed}/${index}`);
  const door = needs.doors[index % needs.doors.length] as Door;
  const route = `${door.method} ${door.url}`;
  const kind = choices.weighted([
    [35, 'valid'],
    [25, 'broken rule'],
    [12, 'mutated'],
    [23, 'hostile'],
    [5, 'framing'],
  ] as const);
  if (kind === 'framing') {
    const { name, bytes, maxAnswers } = brokenFraming(choices, fillPath(choices, door.url, known));
    return { kind, method: 'GET', route: `${route} (${name})`, bytes, maxAnswers };
  }
  if (kind === 'mutated') return { kind, ...mutated(choices, choices.of(needs.corpus), known), maxAnswers: null };
  const isHostile = kind === 'hostile';
  const path = isHostile && choices.happens(0.4) ? hostilePath(choices, door.url) : fillPath(choices, door.url, known);
  const query = queryOf(choices, door, kind === 'broken rule', isHostile, known);
  const body = bodyOf(choices, door, kind, { known, forms: needs.forms });
  const headers = { ...credentials(choices, door.caller, known), ...(isHostile ? hostileHeaders(choices) : {}) };
  const bytes = write(choices, door.method, path + query, { ...headers, ...body?.headers }, body?.bytes ?? null);
  return { kind, method: door.method, route, bytes, maxAnswers: null };
}

function bodyOf(
  choices: Choices,
  door: Door,
  kind: Attack['kind'],
  { known, forms }: { readonly known: Known; readonly forms: PageForms },
): Body | null {
  if (kind === 'hostile' && choices.happens(0.5)) return hostileBody(choices);
  if (/^(?:GET|HEAD|TRACE|OPTIONS)$/.test(door.method) && door.body === null) return null;
  if (door.caller === 'operator' || door.caller === 'pilot')
    return formBody(choices, `${door.method} ${door.url}`, kind, { known, forms, session: known[door.caller] });
  const pool = door.body ?? { valid: [{}], breaks: [], list: null };
  const one = () => fillIds(choices, member(choices, pool, kind === 'broken rule'), known);
  const value =
    pool.list !== null && choices.happens(0.4) ? { [pool.list]: Array.from({ length: choices.below(4) }, one) } : one();
  const isForm = choices.happens(0.1);
  const text = isForm
    ? new URLSearchParams(
        Object.entries(value).map(([name, each]): [string, string] => [name, textOf(each)]),
      ).toString()
    : JSON.stringify(value);
  return { bytes: Buffer.from(text), headers: isForm ? formType : json };
}

function member(choices: Choices, { valid, breaks }: Pool, isBroken: boolean): Record<string, unknown> {
  const value = { ...choices.of(valid) };
  if (!isBroken) return value;
  if (breaks.length === 0 || choices.happens(0.2))
    return { ...value, [choices.of(hostileTexts)]: choices.of(hostileTexts) };
  const { field, value: wrong } = choices.of(breaks);
  return { ...value, [field]: wrong };
}

function queryOf(choices: Choices, { query }: Door, isBroken: boolean, isHostile: boolean, known: Known): string {
  if (query === null && !isHostile && choices.happens(0.7)) return '';
  const value = query === null ? {} : fillIds(choices, member(choices, query, isBroken), known);
  const entries = Object.entries(value).map(([name, each]): [string, string] => [name, textOf(each)]);
  const usual = [
    'limit',
    'page',
    'before',
    'since',
    'cursor',
    'q',
    'to',
    'key',
    'lang',
    'hours',
    'flight',
    'pilot',
    'units',
  ];
  if (query === null || isHostile)
    entries.push([
      choices.of([...usual, ...hostileTexts]).slice(0, 3_000),
      choices.happens(0.25) ? markup : choices.of(hostileTexts).slice(0, 3_000),
    ]);
  if (isHostile && choices.happens(0.2))
    return `?${choices.of(hostilePaths)}&${choices.of(usual)}[]=1&${choices.of(usual)}[a]=2`;
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

const badParts = [...hostilePaths, ...hostileTexts.map((text) => encodeURIComponent(text.toWellFormed()))];

function hostilePath(choices: Choices, url: string): string {
  const bad = () => choices.of(badParts);
  if (/[:*]/.test(url) && choices.happens(0.7)) return url.replaceAll(/:\w+|\*/g, bad);
  return choices.of([`${url}/${bad()}`, `${url}${bad()}`, url.toUpperCase(), `/${url}//`, `${url}/.`, `/x/..${url}`]);
}

function mutated(choices: Choices, captured: Captured, known: Known): Pick<Attack, 'method' | 'route' | 'bytes'> {
  const { method, path, headers, body } = captured;
  const pathSent = choices.happens(0.3)
    ? mutate(choices, Buffer.from(path))
        .toString('latin1')
        .replaceAll(/[^!-~]/g, '%')
    : path;
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(choices, value, known)]),
  );
  const { connection: _, ...kept } = filled;
  const bytes = Buffer.from(fill(choices, body, known));
  const sent = bytes.length === 0 ? null : choices.happens(0.8) ? mutate(choices, bytes) : bytes;
  const target = fill(choices, pathSent, known).replace(/^[^/]/, '/');
  return {
    method,
    route: `${method} ${path}`,
    bytes: write(choices, method, target, { 'x-forwarded-for': addressOf(choices), ...kept }, sent),
  };
}

function write(
  choices: Choices,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
): Buffer {
  const isChunked = body !== null && body.length > 0 && choices.happens(0.05);
  const length =
    body === null ? {} : isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  if (body === null) return head;
  if (!isChunked) return Buffer.concat([head, body]);
  return Buffer.concat([head, Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
}

/** A member of a form or a query: an object as JSON, though no client should. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
