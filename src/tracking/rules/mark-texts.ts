import { table } from '../../lib/table.ts';
import type { Mark } from '../model.ts';
import type { Detector } from './detectors/detector.ts';

/**
 * What is said of a mark, by its detector, and by `detector.element` where it tells elements apart. `{value}` and `{limit}` have
 * their unit; other names are members of the mark's `data`. A detector without a text has its title.
 */
export const markTexts = table<string>({
  'every-flight': 'This rule is for every such flight.',
  paused: 'The simulator was paused for {value}.',
  slewed: 'The aircraft was moved by slewing.',
  'sim-rate.faster': 'Flown at a simulation rate of {value}.',
  'sim-rate.slower': 'Flown slower than time, at a simulation rate of {value}.',
  jumped: 'Moved {lengthNm} nm at {value}, faster than its class flies.',
  refuelled: 'The fuel rose in the air, by {riseLb} lb.',
  'other-aircraft.type': 'Flown with another type than booked: {flown}, booked was {booked}.',
  'other-aircraft.registration': 'Flown with another aircraft than booked: {flown}, booked was {booked}.',
  'gap-before-touchdown': 'No report for {value} before the touchdown.',
  'speed-below-10000': '{value} below 10,000 ft; the limit is {limit}.',
  'taxi-speed': 'Taxied at {value}; the limit is {limit}.',
  'lights.landing': 'The landing lights were off for {value}.',
  'lights.beacon': 'The beacon was off for {value} with engines running.',
  'unstable-approach.sink-rate': 'Unstable approach at the {gate} ft gate: sank at {value}; the limit is {limit}.',
  'unstable-approach.speed-spread':
    'Unstable approach at the {gate} ft gate: the speed varied by {value}; the limit is {limit}.',
  'unstable-approach.glide-path':
    'Unstable approach at the {gate} ft gate: {value} off the glide path; the limit is {limit}.',
  'unstable-approach.heading':
    'Unstable approach at the {gate} ft gate: heading {value} off the runway; the limit is {limit}.',
  'unstable-approach.bank': 'Unstable approach at the {gate} ft gate: banked {value}; the limit is {limit}.',
  'unstable-approach.gear': 'Unstable approach at the {gate} ft gate: the gear was not down.',
  'unstable-approach.flaps': 'Unstable approach at the {gate} ft gate: the flaps were moving.',
  'go-around': 'Went around at {value} above the airport.',
  'touch-and-go': 'Touched down and took off again.',
  'landing.rate': 'Touched down at {value}; the limit is {limit}.',
  'landing.g': 'Touched down with {value}; the limit is {limit}.',
  'landing.long': 'Touched down {value} past the threshold; the limit is {limit}.',
  'landing.off-centre': 'Touched down {value} off the centre line; the limit is {limit}.',
  'landing.bounce': 'Bounced at the landing: {value} times.',
  'landing.wrong-airport': 'Landed at another airport than planned.',
  'landing.no-runway': 'Landed where no runway is known.',
  overrun: 'Rolled {value} beyond the end of the runway.',
  crash: 'The simulator reported a crash.',
  'fuel-at-landing': 'Landed with fuel for {value}; at least {limit} are to be left.',
  'late.departure': 'Left the stand {value} late.',
  'late.arrival': 'Arrived at the stand {value} late.',
  'late.block-time': 'Was {value} longer under way than planned.',
  'early.departure': 'Left the stand {value} early.',
  'early.arrival': 'Arrived at the stand {value} early.',
  'early.block-time': 'Was {value} shorter under way than planned.',
  'off-plan.route': 'Flew {value} off the filed route; the limit is {limit}.',
  'off-plan.level': 'Flew {value} off the filed level; the limit is {limit}.',
  'offline.share': 'On the network for {value} of the time in the air; at least {limit} are asked for.',
  'offline.callsign': 'On the network under another callsign: {network}, here {own}.',
  'offline.place': 'On the network in another place, {value} apart.',
  'offline.type': 'On the network with another type of aircraft: {network}, here {own}.',
  'emergency.event': 'An emergency was declared.',
  'emergency.transponder': 'Squawked 7700 for {value}.',
});

type Titled = Pick<Detector, 'title' | 'unit'>;

/** Returns the sentence about a mark, in English. @param detector - null where it is not known, or is no detector */
export function sentenceOf(detector: Titled | null, name: string, mark: Mark): string {
  const text = markTexts[`${name}.${mark.element ?? ''}`] ?? markTexts[name];
  const unit = mark.data?.unit ?? detector?.unit ?? null;
  const values = { ...mark.data, value: quantity(mark.value, unit), limit: quantity(mark.limit, unit) };
  return text === undefined ? plainSentence(detector?.title ?? name, mark, values) : fill(text, values);
}

type Values = Readonly<Record<string, string>>;

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '?'));
}

/** `Taxi speed: 42 kt, limit 30 kt.` */
function plainSentence(title: string, { element, value, limit }: Mark, values: Values): string {
  const what = element === undefined ? title : `${title} (${element.replaceAll('-', ' ')})`;
  const facts = [value === null ? [] : [`${values.value}`], limit === null ? [] : [`limit ${values.limit}`]].flat();
  return facts.length === 0 ? `${what}.` : `${what}: ${facts.join(', ')}.`;
}

const units = table<string>({ fpm: 'ft/min', deg: '°', nm: 'nm', x: '×', percent: '%' });

function quantity(value: number | null, unit: string | null): string {
  if (value === null) return '?';
  const rounded = Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value);
  return unit === null || unit === '' ? String(rounded) : `${rounded} ${units[unit] ?? unit}`;
}
