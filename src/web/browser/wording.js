/** @typedef {keyof typeof import('./texts/en.js').texts | keyof typeof import('./texts/en/marks.js').marks} TextKey */
/** @typedef {string | Readonly<Record<string, string>>} Text a text, or its forms by plural category */
/** @typedef {Readonly<Record<string, string | number>>} Values */

/** The texts of the pages in one language; English for those that it lacks. */
export class Wording {
  /** @param {string} lang @param {Readonly<Record<string, Text | undefined>>} texts @param {Readonly<Record<string, Text>>} english */
  constructor(lang, texts, english) {
    this.lang = lang;
    this.texts = texts;
    this.english = english;
    this.plurals = new Intl.PluralRules(lang);
    this.numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });
  }

  /** Returns the text with its values; numbers are written as the language writes them. @param {TextKey} key @param {Values} [values] @returns {string} */
  say(key, values = {}) {
    const text = this.texts[key] ?? this.english[key] ?? key;
    return this.formOf(text, values).replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return value === undefined ? whole : typeof value === 'number' ? this.numbers.format(value) : value;
    });
  }

  /** @param {Text} text @param {Values} values */
  formOf(text, values) {
    if (typeof text === 'string') return text;
    return text[this.plurals.select(Number(values.count ?? 0))] ?? text.other ?? '';
  }
}
