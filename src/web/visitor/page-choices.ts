import { symbols, unitChoices, writeUnits } from '../browser/units.js';
import type { TextKey, Values } from '../browser/wording.js';
import { languages } from './languages.ts';
import type { Visitor } from './visitor.ts';

/** Returns what every template needs of the visitor: texts, figures, and the form with the choices. */
export function pageChoices(visitor: Visitor, url: string) {
  const { lang, units, zone, figures, wording } = visitor;
  return {
    visitor,
    figures,
    say: (key: TextKey, values?: Values) => wording.say(key, values),
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
