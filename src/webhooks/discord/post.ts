import { type EventType, eventRow } from '../events.ts';
import type { FactsAirline, FactsAirport, FlightFacts } from './flight-facts.ts';
import { plainText } from './text.ts';

/** A message for Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook. */
export interface Post {
  readonly embeds: readonly [Embed];
  /** Nobody is notified, whatever the texts contain. */
  readonly allowed_mentions: { readonly parse: readonly [] };
  /** The files of this message; those of before are removed from it. */
  readonly attachments: readonly { readonly id: number; readonly filename: string; readonly description: string }[];
}

interface Embed {
  readonly title: string;
  readonly url?: string;
  readonly description?: string;
  readonly color: number;
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline: true }[];
  readonly image?: { readonly url: string };
  readonly footer?: { readonly text: string };
  readonly timestamp: string;
}

/** Settings of a channel. */
export interface PostOptions {
  /** Whether the picture of the flight is attached. */
  readonly picture: boolean;
  /** Whether the pilot is named: by ident, and by name when the pilot agreed. */
  readonly pilot: boolean;
  /** Address of the pages (`https://crew.example/tracker/`) to which a post links; null for none. */
  readonly site: string | null;
}

/** The event that a post shows, and when it was. */
export interface PostEvent {
  readonly type: EventType;
  readonly at: number;
}

export const pictureName = 'flight.png';
const ourColor = '#1f5c99';
const colors = { good: '#14713d', bad: '#b3261e' } as const;

const testWords = 'Test: posts of Tracker arrive in this channel';

function wordsOf(type: EventType): string {
  return eventRow(type)?.post ?? testWords;
}

/** Returns the post about a flight. */
export function flightPost(
  facts: FlightFacts,
  event: PostEvent & { readonly flightId: string },
  { options, airline, hasPicture }: { options: PostOptions; airline: FactsAirline; hasPicture: boolean },
): Post {
  const { callsign, departure, arrival, aircraft } = facts;
  const way = `${plainText(departure.icao, 8)} → ${plainText(arrival.icao, 8)}`;
  const name = plainText(callsign, 40) || 'Flight';
  const url = options.site === null ? {} : { url: `${options.site}flights/${encodeURIComponent(event.flightId)}` };
  const lines = [`${nameOf(departure)} → ${nameOf(arrival)}`, plainText(aircraft, 60)].filter((line) => line !== '');
  return messageOf(
    {
      title: `${name} · ${way}`,
      ...url,
      description: lines.join('\n'),
      color: colorOf(event.type, airline),
      fields: fieldsOf(facts, event, options),
      ...(hasPicture && { image: { url: `attachment://${pictureName}` } }),
      footer: { text: airline.name.slice(0, 100) },
      timestamp: new Date(event.at).toISOString(),
    },
    hasPicture ? [{ id: 0, filename: pictureName, description: `Track and profile of ${callsign}`.slice(0, 200) }] : [],
  );
}

/** Returns the post about an event without a flight, or one for the staff. */
export function noticePost({ type, at }: PostEvent, detail: string | null, airline: FactsAirline): Post {
  return messageOf({
    title: wordsOf(type),
    ...(detail !== null && { description: plainText(detail, 400) }),
    color: colorOf(type, airline),
    footer: { text: airline.name.slice(0, 100) },
    timestamp: new Date(at).toISOString(),
  });
}

function messageOf(embed: Embed, attachments: Post['attachments'] = []): Post {
  return { embeds: [embed], allowed_mentions: { parse: [] }, attachments };
}

function fieldsOf(facts: FlightFacts, { type }: PostEvent, options: PostOptions): Embed['fields'] {
  const { plannedArrival, pilot, leftAt, arrivedAt, flightTimeMin, distanceNm, landingRate, score } = facts;
  const field = (name: string, value: string | null) =>
    value === null || value === '' ? [] : [{ name, value, inline: true } as const];
  const rate = landingRate && `${wholeText(landingRate.fpm)} ft/min${landingRate.isEstimated ? ' (estimate)' : ''}`;
  const named = pilot.name === null ? pilot.ident : `${pilot.name} (${pilot.ident})`;
  return [
    ...field('Status', wordsOf(type)),
    ...field('Diverted from', plannedArrival && nameOf(plannedArrival)),
    ...field('Off block', leftAt === null ? null : clockText(leftAt)),
    ...field('On block', arrivedAt === null ? null : clockText(arrivedAt)),
    ...field('Block time', flightTimeMin === null ? null : hoursText(flightTimeMin)),
    ...field('Distance', distanceNm === null ? null : `${wholeText(distanceNm)} nm`),
    ...field('Landing rate', rate),
    ...field('Score', score === null ? null : `${wholeText(score)} of 100`),
    ...field('Pilot', options.pilot ? plainText(named, 80) : null),
  ];
}

function nameOf({ name, icao }: FactsAirport): string {
  return plainText(name ?? '', 60) || plainText(icao, 8);
}

function colorOf(type: EventType, { color }: FactsAirline): number {
  const tone = eventRow(type)?.tone ?? 'plain';
  const chosen = tone === 'plain' ? (color ?? ourColor) : colors[tone];
  const digits = chosen.length === 4 ? [...chosen.slice(1)].map((digit) => digit + digit).join('') : chosen.slice(1);
  return Number.parseInt(digits, 16);
}

function clockText(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)}Z`;
}

function hoursText(minutes: number): string {
  const whole = Math.round(minutes);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} h`;
}

function wholeText(value: number): string {
  return Math.round(value).toLocaleString('en').replace('-', '−');
}
