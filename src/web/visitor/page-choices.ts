import type { RefusalDetail } from '../../tracking/refusals.ts';
import { symbols, unitChoices, writeUnits } from '../browser/units.js';
import type { TextKey, Values } from '../browser/wording.js';
import { escapeXml } from '../picture/text.ts';
import { languages } from './languages.ts';
import { sayDetail, translate } from './sentences.ts';
import type { Visitor } from './visitor.ts';

/** Returns what every template needs of the visitor: texts, figures, and the form with the choices. */
export function pageChoices(visitor: Visitor, url: string) {
  const { lang, units, zone, figures, wording } = visitor;
  return {
    visitor,
    figures,
    say: (key: TextKey, values?: Values) => wording.say(key, values),
    /** Returns a text that has markup, as HTML: its values are escaped. */
    sayMarkup: (key: TextKey, values: Values = {}) => wording.say(key, escaped(values)),
    /** Returns a sentence that the core or the crew center wrote in English. */
    translate: (sentence: string) => translate(wording, sentence),
    sayDetail: (detail: RefusalDetail) => sayDetail(wording, detail),
    lang,
    unitNames: writeUnits(units),
    zone,
    languages: Object.entries(languages).map(([each, { name }]) => [each, name]),
    unitChoices: Object.entries(unitChoices).map(([kind, choices]) => [
      kind,
      choices.map((unit) => ({ unit, symbol: symbols[unit] ?? unit })),
    ]),
    /** This page's path and query below `/tracker/`. */
    here: url.replace(/^\/tracker\/?/, ''),
  };
}

function escaped(values: Values): Values {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? value : escapeXml(value)]),
  );
}
