/** A setting as rendered by `views/fields.eta`. */
export interface SettingField {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: 'flag' | 'number' | 'url' | 'text' | 'choice' | 'lines';
  readonly value: string;
  readonly unit: string | null;
  readonly bounds: string;
  /** Of a `choice`: the values, each with its name. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The default as text. */
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

/** Returns only the values that differ, so that the audit log names the changes. */
export function changesOf(form: URLSearchParams, now: Readonly<Record<string, string>>): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const [name, old] of Object.entries(now)) {
    // Browsers send the ends of lines as CR LF.
    const value = form.get(name)?.replaceAll('\r\n', '\n') ?? null;
    if (value !== null && value.trim() !== old) changes[name] = value;
  }
  return changes;
}

/** Formats a default for display. */
export function standardText(kind: SettingField['kind'], standard: string): string {
  if (kind === 'flag') return standard === 'true' ? 'yes' : 'no';
  return standard === '' ? 'empty' : standard;
}
