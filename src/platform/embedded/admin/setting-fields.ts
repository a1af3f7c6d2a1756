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
 */
export function changesOf(form: URLSearchParams, now: Readonly<Record<string, string>>): Record<string, string> {
  // Browsers send the ends of lines as CR LF.
  const sent = (name: string) => form.get(name)?.replaceAll('\r\n', '\n') ?? null;
  const changes: Record<string, string> = {};
  for (const [name, old] of Object.entries(now)) {
    const value = sent(name);
    const shown = sent(`shown-${name}`) ?? old;
    if (value !== null && value.trim() !== shown && value.trim() !== old) changes[name] = value;
  }
  return changes;
}

/** What a field begins with: what was typed, where a form is shown again, and what that form showed at first. */
export function begin(name: string, now: string, { form }: Typed): Pick<SettingField, 'value' | 'shown'> {
  return { value: form?.get(name) ?? now, shown: form?.get(`shown-${name}`) ?? now };
}

/** Formats a default for display. */
export function standardText(kind: SettingField['kind'], standard: string): string {
  if (kind === 'flag') return standard === 'true' ? 'is.yes' : 'is.no';
  return standard === '' ? 'settings.empty' : standard;
}
