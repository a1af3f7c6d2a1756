/** How a text may be written. */
interface Length {
  readonly min: number;
  readonly max: number;
}

const maxFields = 20;

/** What is wrong with a document from outside: one sentence for each field. Wrong values are read as harmless ones meanwhile. */
export class Problems {
  readonly #fields = new Map<string, string>();

  get isNone(): boolean {
    return this.#fields.size === 0;
  }

  get fields(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#fields);
  }

  /** The first sentence of a field counts, and the first fields: a wholly wrong document is not repeated in the answer. */
  add(field: string, sentence: string): void {
    if (!this.#fields.has(field) && this.#fields.size < maxFields) this.#fields.set(field, sentence);
  }

  /** Returns all of them as one text. */
  sentence(): string {
    return [...this.#fields].map(([field, sentence]) => (field === '' ? sentence : `${field}: ${sentence}`)).join(' ');
  }

  /** Returns a single line. */
  text(field: string, value: unknown, { min, max }: Length): string | null {
    const text = typeof value === 'string' ? value.trim() : '';
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is sought
    if (text.length >= min && text.length <= max && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) return text;
    this.add(field, `Enter ${min} to ${max} characters on one line.`);
    return null;
  }

  word(field: string, value: unknown): string {
    return this.text(field, value, { min: 1, max: 40 }) ?? '';
  }

  /** Returns a stable short name. */
  name(field: string, value: unknown): string {
    if (typeof value === 'string' && value.length <= 40 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)) return value;
    this.add(field, 'Enter small letters, digits and hyphens, at most 40: hard-landing.');
    return '';
  }

  number(field: string, value: unknown, { min, max }: Length): number {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.add(field, `Enter a number from ${min} to ${max}.`);
    return min;
  }

  whole(field: string, value: unknown, length: Length): number {
    if (Number.isInteger(value)) return this.number(field, value, length);
    this.add(field, `Enter a whole number from ${length.min} to ${length.max}.`);
    return length.min;
  }

  flag(field: string, value: unknown): boolean {
    if (typeof value !== 'boolean') this.add(field, 'Enter true or false.');
    return value === true;
  }

  list(field: string, value: unknown, max: number): readonly unknown[] {
    if (Array.isArray(value) && value.length <= max) return value;
    this.add(field, `Enter a list of at most ${max}.`);
    return [];
  }
}

/** Returns the members of an object; an unknown one is refused rather than ignored. */
export function readMembers(
  problems: Problems,
  at: string,
  given: unknown,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.add(at, `Enter an object with ${names.join(', ')}.`);
    return {};
  }
  for (const name of Object.keys(given).filter((each) => !names.includes(each)))
    problems.add(placeOf(at, name.slice(0, 40)), `This is not known. Use some of: ${names.join(', ')}.`);
  return given as Readonly<Record<string, unknown>>;
}

/** Returns the name of a member of what stands at a place. */
export function placeOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
