import type { Mark, NotJudged, RuledMark, UnjudgedRule } from '../../tracking/model.ts';
import { detectors } from '../../tracking/rules/detectors/detectors.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';

const units = new Map(detectors.map(({ name, unit }) => [name, unit] as const));

/** Returns what is said of a mark in the visitor's language and units; for a detector without a text, our own sentence in English. */
export function markSentence(mark: RuledMark, visitor: Visitor): string {
  const what = titleOf(mark, visitor);
  return what === null ? mark.sentence : withPlace(mark, withQuantities(mark, what, visitor), visitor);
}

/** `Landing lights off: landing lights were not reported`. */
export function unjudgedSentence(unjudged: UnjudgedRule, visitor: Visitor): string {
  const what = titleOf(unjudged, visitor) ?? unjudged.detector;
  const value = said('why', unjudged.reason, visitor) ?? unjudged.reason.replaceAll('-', ' ');
  return visitor.wording.say('judged.value', { what, value });
}

function titleOf({ detector, element }: { detector: string } & Pick<NotJudged, 'element'>, visitor: Visitor) {
  const own = element === undefined ? null : said('mark', `${detector}-${element}`, visitor);
  return own ?? said('mark', detector, visitor);
}

/** Null where no language has such a text. */
function said(section: 'mark' | 'why', name: string, { wording }: Visitor): string | null {
  const key = section === 'mark' ? `mark.${name}` : `why.${name}`;
  const text = wording.say(key as TextKey);
  return text === key ? null : text;
}

function withQuantities({ detector, value, limit, data = {} }: RuledMark, what: string, visitor: Visitor): string {
  const { wording } = visitor;
  const { booked, flown } = data;
  if (booked !== undefined && flown !== undefined) return wording.say('judged.booked', { what, booked, flown });
  if (value === null) return what;
  const unit = data.unit ?? units.get(detector) ?? null;
  const write = (quantity: number) => quantityText(quantity, unit, visitor);
  if (limit === null) return wording.say('judged.value', { what, value: write(value) });
  return wording.say('judged.limit', { what, value: write(value), limit: write(limit) });
}

function withPlace({ data = {} }: Mark, sentence: string, { figures, wording }: Visitor): string {
  const { gate, runway } = data;
  const height = Number(gate);
  const atGate =
    gate === undefined || !Number.isFinite(height)
      ? sentence
      : wording.say('judged.gate', { what: sentence, height: figures.height(height) });
  return runway === undefined ? atGate : wording.say('judged.runway', { what: atGate, runway });
}

/** A detector's value in the visitor's units. */
function quantityText(value: number, unit: string | null, { figures }: Visitor): string {
  const digits = Math.abs(value) < 10 ? 2 : 0;
  switch (unit) {
    case 'kt':
      return figures.speed(value);
    case 'ft':
      return figures.height(value);
    case 'fpm':
      return figures.rate(value);
    case 'm':
      return figures.length(value);
    case 'nm':
      return figures.distance(value, 1);
    case 'min':
      return figures.duration(value);
    case 'deg':
      return `${figures.number(value, 1)}°`;
    case 'x':
      return `${figures.number(value, 2)}×`;
    case null:
    case '':
      return figures.number(value, digits);
    default:
      return `${figures.number(value, digits)} ${unit}`;
  }
}
