import type { RefusalDetail } from '../../tracking/refusals.ts';
import type { TextKey, Values, Wording } from '../browser/wording.js';
import { languages, wordingOf } from './languages.ts';

/**
 * What the core, crew centers and forms say of a refusal is English: they know no visitor. Here are the sentences that pages say in
 * other languages: texts of the kind `no.…`, with what stands in them in braces.
 */
interface Sentence {
  readonly key: TextKey;
  readonly shape: RegExp;
  /** Characters that are not values: the more of them, the more exactly it is meant. */
  readonly fixed: number;
}

const english = wordingOf('en');
const sentences: readonly Sentence[] = Object.entries(languages.en?.texts ?? {})
  .flatMap(([key, text]) =>
    key.startsWith('no.') && typeof text === 'string' ? [sentenceOf(key as TextKey, text)] : [],
  )
  .sort((a, b) => b.fixed - a.fixed);

const maxLength = 1_000;

/** Values that are themselves words of ours, not of people. */
const worded = ['state', 'what', 'wanted', 'whole'];
const keysOfWords = keysBy(/^(?:is|kind|what|no)\./);
/** Where several texts are the same in English, the name of a field is meant. */
const keysOfLabels = new Map([...keysBy(/^(?!no\.)/), ...keysBy(/^(?:staff|label|field)\./)]);

/** Returns a sentence of a refusal in this language, or as it is where there is no text for it. */
export function translate(wording: Wording, sentence: string): string {
  if (wording.lang === english.lang || sentence.length > maxLength) return sentence;
  return sayKnown(wording, sentence) ?? sayLabelled(wording, sentence) ?? sentence;
}

function sayKnown(wording: Wording, sentence: string): string | null {
  for (const { key, shape } of sentences) {
    const found = shape.exec(sentence);
    const values = found === null ? null : valuesOf(wording, found.groups ?? {});
    if (values !== null) return wording.say(key, values);
  }
  return null;
}

/** Returns what stands in a sentence; null where a word of it has no text. */
function valuesOf(wording: Wording, found: Readonly<Record<string, string>>): Values | null {
  const values: Record<string, string> = {};
  for (const [name, text] of Object.entries(found)) {
    const key = worded.includes(name) ? keysOfWords.get(text) : null;
    if (key === undefined) return null;
    values[name] = key === null ? text : wording.say(key);
  }
  return values;
}

/** Says `Name: enter a name.`: what is wrong after the name of its field. */
function sayLabelled(wording: Wording, sentence: string): string | null {
  const [, label = '', problem = ''] = /^([^:.]{1,40}): (.+)$/s.exec(sentence) ?? [];
  const said = problem === '' ? null : sayKnown(wording, problem);
  if (said === null) return null;
  const key = keysOfLabels.get(label);
  return wording.say('error.labelled', { label: key === undefined ? label : wording.say(key), problem: said });
}

/** Returns what is wrong in this language; of several fields, one sentence after the other. */
export function sayDetail(
  wording: Wording,
  { message, fields = {} }: Pick<RefusalDetail, 'message' | 'fields'>,
): { readonly message: string; readonly fields: Readonly<Record<string, string>> } {
  const said = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, translate(wording, text)]));
  const isOfFields = message === Object.values(fields).join(' ');
  return { message: isOfFields ? Object.values(said).join(' ') : translate(wording, message), fields: said };
}

/** Whether there is a text for this sentence, or for one like it. */
export function isTranslated(sentence: string): boolean {
  const [other] = Object.keys(languages).filter((lang) => lang !== english.lang);
  return translate(wordingOf(other ?? ''), sentence) !== sentence;
}

function keysBy(section: RegExp): ReadonlyMap<string, TextKey> {
  const entries = Object.entries(languages.en?.texts ?? {});
  const own = entries.flatMap(([key, text]) =>
    section.test(key) && typeof text === 'string' ? [[text, key as TextKey] as const] : [],
  );
  return new Map(own);
}

function sentenceOf(key: TextKey, text: string): Sentence {
  const parts = text.split(/\{(\w+)\}/);
  const shape = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : `(?<${part}>.+?)`)).join('');
  const fixed = parts.filter((_part, index) => index % 2 === 0).join('').length;
  return { key, shape: new RegExp(`^${shape}$`, 's'), fixed };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
