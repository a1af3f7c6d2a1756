/** Files whose content decides whether they are private. */
interface Kind {
  readonly name: (name: string) => boolean;
  readonly isPrivate: (text: string) => boolean;
}

const settingsName = /config|setting|passw(?:or)?d|credential|secret|connect|database/i;
const hasName = (ending: RegExp) => (name: string) => ending.test(name) && settingsName.test(name);
const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

const kinds: readonly Kind[] = [
  // A store of certificates is public, a key is not.
  { name: matches(/\.pem$/i), isPrivate: matches(/-----BEGIN [A-Z ]{0,30}PRIVATE KEY/) },
  // A list of people: two addresses of mail.
  { name: matches(/\.[ct]sv$/i), isPrivate: (text) => (text.match(/[\w.+-]@[\w-]{1,63}\.\w/g) ?? []).length > 1 },
  {
    name: hasName(/\.(?:txt|json|xml|conf|cfg)$/i),
    isPrivate: matches(
      /pass(?:word|wd)?['"\]]{1,2} ?(?:=>?|,|:) ?['"][^'"\s]|(?<!\w)pass(?:word|wd)? ?= ?['"]?[^'"\s]/i,
    ),
  },
  { name: hasName(/\.ya?ml$/i), isPrivate: matches(/(?:^|[\s\w'"])pass(?:word|wd)?['"]?:[ \t]{1,9}['"]?[^'"\s#]/i) },
  // What mysqldump, phpMyAdmin and Adminer write first.
  {
    name: matches(/^[^.]+$|\.txt$/i),
    isPrivate: matches(/^\s{0,9}(?:\/\*M?!.{0,99}\*\/\s{1,9})?(?:--|#|\/\*M?!).{0,40}(?:dump|adminer)/i),
  },
];

/** Bytes of a file that are looked at: more than a store of certificates has. */
export const maxContentBytes = 524_288;

/** Whether a file of this name has to be looked into. */
export function isJudgedByContent(name: string): boolean {
  return kinds.some((kind) => kind.name(name));
}

export function isPrivateContent(name: string, start: Buffer): boolean {
  const text = start.toString('latin1');
  return kinds.some((kind) => kind.name(name) && kind.isPrivate(text));
}
