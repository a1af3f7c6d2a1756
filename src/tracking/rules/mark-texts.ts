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
  'sim-rate': 'Flown at a simulation rate of {value}.',
  'taxi-speed': 'Taxied at {value}; the limit is {limit}.',
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

const units = table<string>({ fpm: 'ft/min', nm: 'nm', x: '×', percent: '%' });

function quantity(value: number | null, unit: string | null): string {
  if (value === null) return '?';
  const rounded = Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value);
  return unit === null || unit === '' ? String(rounded) : `${rounded} ${units[unit] ?? unit}`;
}
