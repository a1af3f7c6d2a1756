import { assetAt } from '../asset-at.js';
import { Figures } from '../figures.js';
import { texts as english } from '../texts/en.js';
import { readUnits } from '../units.js';
import { Wording } from '../wording.js';

// The server chose the language, units and time zone of this page (src/web/visitor/visitor.ts). A test has no page.
const page = globalThis.document?.documentElement;
const lang = /^[a-z]{2}$/.exec(page?.lang ?? '')?.[0] ?? 'en';
const { texts } = lang === 'en' ? { texts: english } : await import(assetAt(`texts/${lang}.js`));

const wording = new Wording(lang, texts, english);

/** Figures in the visitor's language, units and time zone. */
export const figures = new Figures(wording, readUnits(page?.dataset.units ?? ''), page?.dataset.zone ?? 'UTC');

/** Returns a text in the visitor's language. @param {import('../wording.js').TextKey} key @param {import('../wording.js').Values} [values] */
export function say(key, values) {
  return wording.say(key, values);
}
