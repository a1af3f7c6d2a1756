import { type Exchange, member, readJson, type WireAnswer } from './wire.ts';

/** What a pilot does by a request, whichever contract it is of. */
const deeds: readonly (readonly [RegExp, string])[] = [
  [/\/position(?:\.php)?$|\/flights\/update$/, 'reports positions'],
  [/\/event$/, 'reports what happens on board'],
  [/\/start$|\/pireps\/prefile$/, 'starts a flight'],
  [/\/finish$|\/submit_log\.php$|\/flights\/complete$|\/pireps\/[^/]+\/file$/, 'finishes the flight'],
  [/\/cancel$/, 'cancels the flight'],
  [/\/auth$|\/login(?:\.php)?$|\/pilot\/(?:resume|verify)$/, 'signs in'],
  [/\/bids$|\/bookings$|\/get_bid\.php$/, 'looks at the bids'],
  [/\/flight$|\/flights\/[^/]+$|\/pireps\/[^/]+$/, 'looks at a flight'],
];

/** As in "pilot 1 finishes the flight". */
export function deedOf({ client, request: { method, path } }: Exchange): string {
  const bare = path.replace(/\?.*$/, '');
  const [, deed] = deeds.find(([pattern]) => pattern.test(bare)) ?? [];
  return `${client} ${deed ?? `asks ${method} ${bare}`}`;
}

/** Whether it changes nothing and went well: such a request is no part of a story. */
export function isIdle({ request: { method } }: Exchange, { status }: WireAnswer): boolean {
  return method === 'GET' && status < 400;
}

/** How it was answered, behind the deed; nothing where it went well. */
export function answerInWords({ status, text }: WireAnswer): string {
  if (status === 200) return '';
  if (status === 202) return ': accepted, not done yet';
  const code = member(member(readJson(text), 'error'), 'code');
  return `: refused, ${typeof code === 'string' ? code : status}`;
}
