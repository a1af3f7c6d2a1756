/** @typedef {keyof typeof import('./texts/en.js').texts | keyof typeof import('./texts/en/marks.js').marks | keyof typeof import('./texts/en/my.js').my | keyof typeof import('./texts/en/join.js').join | keyof typeof import('./texts/en/home.js').home | keyof typeof import('./texts/en/book.js').book | keyof typeof import('./texts/en/refused.js').refused | keyof typeof import('./texts/en/strips.js').strips | keyof typeof import('./texts/en/events.js').events | import('../staff-texts/staff-texts.ts').StaffKey} TextKey */
/** @typedef {string | Readonly<Record<string, string>>} Text a text, or its forms by plural category */
/** @typedef {Readonly<Record<string, string | number>>} Values */

/** The texts of the pages in one language; English for those that it lacks. */
export class Wording {
  /** @param {string} lang @param {Readonly<Record<string, Text | undefined>>} texts @param {Readonly<Record<string, Text>>} english */
  constructor(lang, texts, english) {
    this.lang = lang;
    this.texts = texts;
    this.english = english;
    /** @type {Intl.PluralRules | null} */
    this.plurals = null;
    /** @type {Intl.NumberFormat | null} */
    this.numbers = null;
  }

  /** Returns the text with its values; numbers are written as the language writes them. @param {TextKey} key @param {Values} [values] @returns {string} */
  say(key, values = {}) {
    const text = this.texts[key] ?? this.english[key];
    // What is no key was written by people, braces included.
    if (text === undefined) return key;
    return this.formOf(text, values).replace(/\{(\w+)\}/g, (whole, name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined ? whole : typeof value === 'number' ? this.format(value) : value;
    });
  }

  /** A language's rules are loaded when one of its texts needs them: 5 MB of a server that nobody visits. @param {number} value */
  format(value) {
    this.numbers ??= new Intl.NumberFormat(this.lang, { maximumFractionDigits: 2 });
    return this.numbers.format(value);
  }

  /** @param {Text} text @param {Values} values */
  formOf(text, values) {
    if (typeof text === 'string') return text;
    this.plurals ??= new Intl.PluralRules(this.lang);
    return text[this.plurals.select(Number(values.count ?? 0))] ?? text.other ?? '';
  }
}
