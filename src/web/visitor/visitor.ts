import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../tracking/refusals.ts';
import { Figures } from '../browser/figures.js';
import { readUnits, type Units, writeUnits } from '../browser/units.js';
import type { TextKey, Wording } from '../browser/wording.js';
import { defaultLanguage, languages, preferredLanguage, wordingOf } from './languages.ts';
import { sayDetail } from './sentences.ts';

/** How a visitor wants pages: language, units and time zone. */
export interface Visitor {
  readonly lang: string;
  readonly units: Units;
  /** `UTC`, or an IANA time zone. */
  readonly zone: string;
  readonly wording: Wording;
  readonly figures: Figures;
}

/** Returns the text with this key in the visitor's language; null for none. */
export function saidOf(request: Pick<FastifyRequest, 'query' | 'headers'>, key: TextKey | undefined): string | null {
  return key === undefined ? null : visitorOf(request).wording.say(key);
}

/** Returns what a refusal says, in the visitor's language. */
export function refusedOf(request: Pick<FastifyRequest, 'query' | 'headers'>, { detail }: Refusal): string {
  return sayDetail(visitorOf(request).wording, detail).message;
}

export const viewCookie = 'tracker_view';

/** Returns the visitor's choices: from the address (`?lang=de&units=m-kmh-km-kg&zone=Europe/Zurich`), else from the cookie, else from the browser's language. */
export function visitorOf(request: Pick<FastifyRequest, 'query' | 'headers'>): Visitor {
  const query = (request.query ?? {}) as Readonly<Record<string, unknown>>;
  const kept = new URLSearchParams(readCookie(request.headers.cookie));
  const chosen = (name: string): string | null => {
    const given = query[name];
    return typeof given === 'string' ? given : kept.get(name);
  };
  const wanted = chosen('lang') ?? '';
  const lang = Object.hasOwn(languages, wanted) ? wanted : preferredLanguage(request.headers['accept-language']);
  return makeVisitor(lang, readUnits(chosen('units') ?? ''), zoneOf(chosen('zone') ?? ''));
}

/** Visitors with the same choices share their formatters, which take long to make. */
const known = new Map<string, Visitor>();
const maxKnown = 500;

function makeVisitor(lang: string, units: Units, zone: string): Visitor {
  const key = `${lang} ${writeUnits(units)} ${zone}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const wording = wordingOf(lang);
  const visitor = { lang, units, zone, wording, figures: new Figures(wording, units, zone) };
  if (known.size >= maxKnown) known.clear();
  known.set(key, visitor);
  return visitor;
}

/** Returns the value of a `Set-Cookie` header that stores these choices for a year. @param path - of the pages, as the visitor sees them */
export function writeViewCookie({ lang, units, zone }: Pick<Visitor, 'lang' | 'units' | 'zone'>, path: string): string {
  const value = new URLSearchParams({ lang, units: writeUnits(units), zone });
  return `${viewCookie}=${value}; Path=${path}; Max-Age=31536000; SameSite=Lax`;
}

/** Returns this time zone if there is one of this name, else `UTC`. */
export function zoneOf(name: string): string {
  if (!/^[A-Za-z][\w+/-]{1,40}$/.test(name)) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function readCookie(header: string | undefined): string {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === viewCookie) return pair.slice(at + 1).trim();
  }
  return '';
}

/** Returns a visitor without choices: English, the default units, UTC. */
export function plainVisitor(): Visitor {
  return makeVisitor(defaultLanguage, readUnits(''), 'UTC');
}
