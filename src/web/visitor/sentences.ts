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

/** Returns a sentence of a refusal in this language, or as it is where there is no text for it. */
export function translate(wording: Wording, sentence: string): string {
  if (wording.lang === english.lang || sentence.length > maxLength) return sentence;
  for (const { key, shape } of sentences) {
    const found = shape.exec(sentence);
    if (found !== null) return wording.say(key, found.groups as Values | undefined);
  }
  return sentence;
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
  return sentences.some(({ shape }) => shape.test(sentence));
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
