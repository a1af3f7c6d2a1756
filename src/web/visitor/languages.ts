import { table } from '../../lib/table.ts';
import { book as deBook } from '../browser/texts/de/book.js';
import { events as deEvents } from '../browser/texts/de/events.js';
import { home as deHome } from '../browser/texts/de/home.js';
import { join as deJoin } from '../browser/texts/de/join.js';
import { marks as deMarks } from '../browser/texts/de/marks.js';
import { my as deMy } from '../browser/texts/de/my.js';
import { refused as deRefused } from '../browser/texts/de/refused.js';
import { strips as deStrips } from '../browser/texts/de/strips.js';
import { texts as de } from '../browser/texts/de.js';
import { book as enBook } from '../browser/texts/en/book.js';
import { events as enEvents } from '../browser/texts/en/events.js';
import { home as enHome } from '../browser/texts/en/home.js';
import { join as enJoin } from '../browser/texts/en/join.js';
import { marks as enMarks } from '../browser/texts/en/marks.js';
import { my as enMy } from '../browser/texts/en/my.js';
import { refused as enRefused } from '../browser/texts/en/refused.js';
import { strips as enStrips } from '../browser/texts/en/strips.js';
import { texts as en } from '../browser/texts/en.js';
import { book as frBook } from '../browser/texts/fr/book.js';
import { events as frEvents } from '../browser/texts/fr/events.js';
import { home as frHome } from '../browser/texts/fr/home.js';
import { join as frJoin } from '../browser/texts/fr/join.js';
import { marks as frMarks } from '../browser/texts/fr/marks.js';
import { my as frMy } from '../browser/texts/fr/my.js';
import { refused as frRefused } from '../browser/texts/fr/refused.js';
import { strips as frStrips } from '../browser/texts/fr/strips.js';
import { texts as fr } from '../browser/texts/fr.js';
import { type Text, Wording } from '../browser/wording.js';
import { staffTexts } from '../staff-texts/staff-texts.ts';

/** What only the server writes is not among the texts that the pages' scripts load. */
const english = {
  ...en,
  ...enMarks,
  ...enMy,
  ...enJoin,
  ...enHome,
  ...enBook,
  ...enRefused,
  ...enStrips,
  ...enEvents,
  ...staffTexts.en,
};

/** The languages of the pages, with their own names. A text that one of them lacks is English. */
export const languages = table<{ readonly name: string; readonly texts: Record<string, Text> }>({
  en: { name: 'English', texts: english },
  de: {
    name: 'Deutsch',
    texts: {
      ...de,
      ...deMarks,
      ...deMy,
      ...deJoin,
      ...deHome,
      ...deBook,
      ...deRefused,
      ...deStrips,
      ...deEvents,
      ...staffTexts.de,
    },
  },
  fr: {
    name: 'Français',
    texts: {
      ...fr,
      ...frMarks,
      ...frMy,
      ...frJoin,
      ...frHome,
      ...frBook,
      ...frRefused,
      ...frStrips,
      ...frEvents,
      ...staffTexts.fr,
    },
  },
});

export const defaultLanguage = 'en';

const wordings = new Map(
  Object.entries(languages).map(
    ([lang, { texts }]) => [lang, new Wording(lang, table(texts), table(english))] as const,
  ),
);
const inEnglish = new Wording(defaultLanguage, table(english), table(english));

/** Returns the texts of this language; English for one that there is not. */
export function wordingOf(lang: string): Wording {
  return wordings.get(lang) ?? inEnglish;
}

/** Returns the language that an `Accept-Language` header prefers, among those that there are. */
export function preferredLanguage(header: string | undefined): string {
  const offers = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .flatMap((offer) => {
      const [range = '', ...parameters] = offer.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
      const lang = range.split('-')[0] ?? '';
      const isKnown = Object.hasOwn(languages, lang);
      return isKnown ? [{ lang, quality: quality === undefined ? 1 : Number(quality) }] : [];
    });
  const [best] = offers.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.lang ?? defaultLanguage;
}
