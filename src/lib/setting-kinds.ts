/** How the text of a setting is parsed. `read` returns undefined for an invalid text. */
export interface Kind<T> {
  /** The allowed values; completes the sentence "it must be …". */
  readonly constraint: string;
  read(text: string): T | undefined;
  /** The value that was probably meant by an invalid text. */
  guess?(text: string): string | null;
  /** Its texts are never printed. */
  readonly isSecret?: true;
}

export const text: Kind<string> = {
  constraint: 'a single line of text',
  read: (value) => (/[\0\r\n]/.test(value) ? undefined : value),
};

export const flag: Kind<boolean> = {
  constraint: '`true` or `false`',
  read(text) {
    const word = text.toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(word)) return true;
    return ['false', '0', 'no', 'off'].includes(word) ? false : undefined;
  },
};

/** A whole number within inclusive bounds. */
export function integer(from: number, to: number): Kind<number> {
  return {
    constraint: `a whole number from ${from} to ${to}`,
    read(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= from && value <= to ? value : undefined;
    },
  };
}

/** A number of seconds, kept in milliseconds. */
export function inMilliseconds({ constraint, read }: Kind<number>): Kind<number> {
  return { constraint, read: (text) => mapped(read(text), (seconds) => seconds * 1_000) };
}

/** A number of which 0 means "for ever", kept as null. */
export function forEver({ constraint, read }: Kind<number>): Kind<number | null> {
  return { constraint, read: (text) => mapped(read(text), (value) => value || null) };
}

function mapped<T, U>(value: T | undefined, map: (value: T) => U): U | undefined {
  return value === undefined ? undefined : map(value);
}

export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  return {
    constraint: `one of ${words.map((word) => `\`${word}\``).join(', ')}`,
    read: (text) => words.find((word) => word === text),
  };
}

/** The same kind, but an empty text gives null. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  const isSecret = kind.isSecret === true && { isSecret: kind.isSecret };
  const constraint = `${kind.constraint}, or empty`;
  return { constraint, read: (text) => (text === '' ? null : kind.read(text)), ...isSecret };
}

/** A list, separated by commas or spaces; it may be empty. */
export function list<T>(kind: Kind<T>): Kind<readonly T[]> {
  return {
    constraint: `a comma-separated list in which each item is ${kind.constraint}`,
    read(text) {
      const items: T[] = [];
      for (const part of text.split(/[\s,]+/).filter((word) => word !== '')) {
        const item = kind.read(part);
        if (item === undefined) return undefined;
        items.push(item);
      }
      return items;
    },
  };
}

/** Text that fits a pattern. */
export function matching(pattern: RegExp, constraint: string): Kind<string> {
  return { constraint, read: (value) => (pattern.test(value) ? value : undefined) };
}

/** A web address. */
export const webAddress: Kind<string> = {
  constraint: 'an http or https address of at most 255 characters',
  read: (value) => (URL.canParse(value) && /^https?:\/\//i.test(value) && value.length <= 255 ? value : undefined),
};

/** A kind whose values are kept as text, as crew centers keep their settings. */
export interface StoredKind {
  readonly bounds: string;
  /** Returns the value to store, or what is wrong with it. */
  parse(text: string): { readonly value: string } | { readonly problem: string };
}

export function stored(kind: Kind<string | number | boolean | null>): StoredKind {
  const bounds = kind.constraint.replaceAll('`', '');
  return {
    bounds,
    parse(given) {
      const value = kind.read(given);
      return value === undefined ? { problem: `must be ${bounds}` } : { value: String(value ?? '') };
    },
  };
}
