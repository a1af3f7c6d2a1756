/** What is said to a reader, by its key. */
interface Words {
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
}

/** Texts by the names of their fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** What a form says of fields, against what it showed when it was opened, and what they are now. */
export interface SentTexts {
  /** Those that differ from what the form showed, whatever a colleague has changed since. */
  readonly changes: FieldTexts;
  /** The names of those that a colleague has changed to something else since. */
  readonly overtaken: readonly string[];
}

/** @param now - also what a form showed that does not say it, in `shown-…` @param typed - what was sent; absent is unchanged */
export function compareSent(form: URLSearchParams, typed: FieldTexts, now: FieldTexts): SentTexts {
  const changes: Record<string, string> = {};
  const overtaken: string[] = [];
  for (const [name, text] of Object.entries(typed)) {
    const [was, is] = [form.get(`shown-${name}`) ?? now[name], now[name]];
    if (text === was) continue;
    changes[name] = text;
    if (is !== was && is !== text) overtaken.push(name);
  }
  return { changes, overtaken };
}

/**
 * Says of a field that a colleague has changed it since its form was opened.
 * @param label - words, or the key of a text
 * @param now - what it is now, as it is read; null where that is too long to be said
 */
export function sayChanged(words: Words, label: string, now: string | null): string {
  return now === null
    ? words.say('edit.changed-since', { label: words.say(label) })
    : words.say('edit.changed-to', { label: words.say(label), now: now || words.say('edit.nothing') });
}
