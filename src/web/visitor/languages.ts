import { table } from '../../lib/table.ts';
import { texts as de } from '../browser/texts/de.js';
import { texts as en } from '../browser/texts/en.js';
import { texts as fr } from '../browser/texts/fr.js';
import { type Text, Wording } from '../browser/wording.js';

/** The languages of the pages, with their own names. A text that one of them lacks is English. */
export const languages = table<{ readonly name: string; readonly texts: Record<string, Text> }>({
  en: { name: 'English', texts: en },
  de: { name: 'Deutsch', texts: de },
  fr: { name: 'Français', texts: fr },
});

export const defaultLanguage = 'en';

const wordings = new Map(
  Object.entries(languages).map(([lang, { texts }]) => [lang, new Wording(lang, texts, en)] as const),
);
const english = new Wording(defaultLanguage, en, en);

/** Returns the texts of this language; English for one that there is not. */
export function wordingOf(lang: string): Wording {
  return wordings.get(lang) ?? english;
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
