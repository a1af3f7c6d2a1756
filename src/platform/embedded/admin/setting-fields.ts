import { sayChanged } from '../../../lib/changed-since.ts';
import type { FramedWords } from '../../pages.ts';
import { requireNone } from './views.ts';

/** A setting as rendered by `views/fields.eta`. */
export interface SettingField {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: 'flag' | 'number' | 'url' | 'text' | 'choice' | 'lines';
  readonly value: string;
  /** What the form showed when it was opened; it is sent with it. */
  readonly shown: string;
  readonly unit: string | null;
  readonly bounds: string;
  /** Of a `choice`: the values, each with its name. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The default as text, or the key of its text. */
  readonly standard: string;
  readonly problem: string | null;
}

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly SettingField[];
}

/** A rejected form: the values that were entered, and one message for each invalid field. */
export interface Typed {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
}

/**
 * Returns only the values that differ from what the form showed, so that the audit log names the changes, and what a
 * colleague has changed since stays.
 * @param now - the settings as they are
 * @throws Refusal `invalid` naming the fields that both have changed, and what they are now
 */
export function changesOf(
  form: URLSearchParams,
  now: readonly SettingField[],
  words: FramedWords,
): Record<string, string> {
  const changes: Record<string, string> = {};
  const conflicts: Record<string, string> = {};
  for (const { name, title, kind, value: old, choices = {} } of now) {
    const value = sent(form, name);
    const shown = sent(form, `shown-${name}`) ?? old;
    if (value === null || value.trim() === shown || value.trim() === old) continue;
    changes[name] = value;
    if (shown !== old) conflicts[name] = sayChanged(words, title, kind === 'lines' ? null : (choices[old] ?? old));
  }
  requireNone(conflicts);
  return changes;
}

/**
 * What a field begins with. Where a form is shown again: what was typed, and beside it what is now, so that what is
 * sent next replaces what its sender has read.
 */
export function begin(name: string, now: string, { form }: Typed): Pick<SettingField, 'value' | 'shown'> {
  const typed = form === undefined ? null : sent(form, name);
  return { value: typed === null || typed === sent(form, `shown-${name}`) ? now : typed, shown: now };
}

/** Browsers send the ends of lines as CR LF. */
function sent(form: URLSearchParams | undefined, name: string): string | null {
  return form?.get(name)?.replaceAll('\r\n', '\n') ?? null;
}

/** Formats a default for display. */
export function standardText(kind: SettingField['kind'], standard: string): string {
  if (kind === 'flag') return standard === 'true' ? 'is.yes' : 'is.no';
  return standard === '' ? 'settings.empty' : standard;
}
