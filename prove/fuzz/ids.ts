import type { Choices } from './choices.ts';
import type { IdKind, Known } from './protocol.ts';
import { hostileTexts } from './texts.ts';

/** Parameters of paths, by what stands before them; the first that fits counts. */
const inPaths: readonly (readonly [RegExp, IdKind | readonly string[]])[] = [
  [/:decision$/, ['accept', 'reject', 'x']],
  [/:format$/, ['csv', 'gpx', 'kml', 'geojson', 'x']],
  [/:hour/, ['2024-04-06T10', '0', '23', '-1']],
  [/:rescue$/, ['release', 'finish', 'cancel', 'x']],
  [/:name$/, ['hello', 'x']],
  [/airports\/:\w+$|:icao$|:to$/, 'airport'],
  [/(?:pilots|users)\/:\w+$/, 'pilot'],
  [/webhooks\/:id$/, 'webhook'],
  [/staff\/:id$/, 'member'],
  [/api-keys\/:id$/, 'key'],
  [/bids\/:id$/, 'bid'],
  [/aircraft\/:id$|airlines\/:id$|fleet\/:id$/, 'aircraft'],
  [/\/api(?:\/tracker\/core\/api)?\/flights\/:id$|schedules\/:id$/, 'schedule'],
  [/flights\/:id$|outbox\/:id$|live\/acars\/:id$/, 'flight'],
  [/(?:pireps|acars)\/:id$/, 'pirep'],
];

/** Members of bodies and queries. */
const inBodies: readonly (readonly [RegExp, IdKind])[] = [
  [/^(?:flight_id|flightID|trackingID)$/i, 'flight'],
  [/pirep/i, 'pirep'],
  [/bid/i, 'bid'],
  [/schedule|flight_?id/i, 'schedule'],
  [/aircraft|registration/i, 'aircraft'],
  [/^(?:departure|arrival|dpt|arr|alt|icao|home|from|to)/i, 'airport'],
  [/pilot|user|login|ident|dbid/i, 'pilot'],
];

/** A route's address with its parameters filled in, mostly by ids that exist. */
export function fillPath(choices: Choices, url: string, known: Known): string {
  return url.replaceAll(/:\w+|\*/g, (parameter, at: number) => {
    const upTo = url.slice(0, at) + parameter;
    const found = inPaths.find(([shape]) => shape.test(upTo))?.[1];
    const values = typeof found === 'string' ? known.ids[found] : (found ?? []);
    return encodeURIComponent(
      values.length > 0 && choices.happens(0.85) ? choices.of(values) : String(choices.below(50)),
    );
  });
}

/** The object with ids that exist, mostly, in the members that name something. */
export function fillIds<T>(
  choices: Choices,
  value: Readonly<Record<string, T>>,
  known: Known,
): Record<string, T | string> {
  const entries = Object.entries(value).map(([name, each]): [string, T | string] => {
    const kind = inBodies.find(([shape]) => shape.test(name))?.[1];
    const ids = kind === undefined ? [] : known.ids[kind];
    return [name, ids.length > 0 && choices.happens(0.7) ? choices.of(ids) : each];
  });
  return Object.fromEntries(entries);
}

/** Fills what a captured request has in braces: `{{token}}`. */
export function fill(choices: Choices, text: string, known: Known): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (/token|session/i.test(name)) return choices.of(known.tokens);
    if (name === 'key' && known.pilotKeys.length > 0) return choices.of(known.pilotKeys);
    const kind = inBodies.find(([shape]) => shape.test(name))?.[1] ?? 'flight';
    return choices.of(known.ids[kind].length > 0 ? known.ids[kind] : hostileTexts.slice(2, 5));
  });
}
