/** A setting as a form shows it; drawn by `views/fields.eta`. */
export interface SettingField {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly kind: 'flag' | 'number' | 'url' | 'text';
  readonly value: string;
  readonly unit: string | null;
  readonly bounds: string;
  /** The default, in words. */
  readonly standard: string;
  readonly problem: string | null;
}

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly SettingField[];
}

/** What was typed and is wrong: the form as it was sent, and a sentence for each field. */
export interface Typed {
  readonly problem?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly form?: URLSearchParams;
}

/** Only what differs, so that the audit log says what was changed. */
export function changesOf(form: URLSearchParams, now: Readonly<Record<string, string>>): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const [name, old] of Object.entries(now)) {
    const value = form.get(name);
    if (value !== null && value.trim() !== old) changes[name] = value;
  }
  return changes;
}

/** A default as people read it. */
export function standardText(kind: SettingField['kind'], standard: string): string {
  if (kind === 'flag') return standard === 'true' ? 'yes' : 'no';
  return standard === '' ? 'empty' : standard;
}
