import { randomBytes } from 'node:crypto';

/** Every secret that enters the server, and what of the data directory may hold it as it is: nothing else may. */
export const canaryKinds = {
  'password of a pilot': [],
  'wrong password': [],
  'password of a new pilot': [],
  'password of a newcomer': [],
  'key of an invitation': [],
  'key of a password link': [],
  'password of the operator': [],
  'wrong password of the operator': [],
  'password of the mail server': [],
  'address of the alerts in Discord': [],
  'client token': [],
  // phpVMS keeps it as it is, and so does the embedded crew center, with the same table.
  'key of a pilot': ['crew-center.sqlite'],
  'wrong key': [],
  // It is called and signed with them: they cannot be kept as digests.
  'address of a webhook': ['webhooks.sqlite'],
  'key of a webhook': ['webhooks.sqlite'],
  'session of a pilot': [],
  'session of smartCARS': [],
  'session of a pilot in a browser': [],
  'session of the operator': [],
  // Codes are made of it: it cannot be kept as a digest.
  'key of a second factor': ['journal.sqlite'],
  'recovery code': [],
  'token of the setup link': [],
  'key of a program': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type CanaryKind = keyof typeof canaryKinds;

/** A secret text that nothing else looks like. It has characters that every encoding changes. */
export function newCanary(kind: CanaryKind): string {
  const text = `Canary/${kind.replaceAll(' ', '-')}+${randomBytes(9).toString('hex')}`;
  // A part of an address is written there as it is.
  return kind.startsWith('address') ? text.replaceAll(/[/+]/g, '_') : text;
}

/** The forms in which a text can stand somewhere: itself, and encoded in the usual ways. */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Within a longer text base64 begins at any of three places; at both ends it depends on what is beside.
  const shifted = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
  const hex = bytes.toString('hex');
  const addressed = [encodeURIComponent(secret), new URLSearchParams({ a: secret }).toString().slice(2)];
  const forms = [
    ...[secret, hex, hex.toUpperCase(), bytes.toString('utf16le'), JSON.stringify(secret).slice(1, -1)],
    ...shifted,
    ...shifted.map((each) => each.replaceAll('+', '-').replaceAll('/', '_')),
    ...addressed,
    ...addressed.map((each) => each.toLowerCase()),
    secret.replaceAll('/', '\\/'),
    secret.replaceAll('/', '&#x2F;').replaceAll('+', '&#43;'),
  ];
  return [...new Set(forms)];
}

/** Something that the server produced, and the secrets that it may show because it just made them for this reader. */
export interface Produced {
  readonly name: string;
  readonly text: string;
  readonly mayShow: readonly CanaryKind[];
}

/** Returns a sentence for each secret that stands where it may not. */
export function findCanaries(
  canaries: ReadonlyMap<CanaryKind, string>,
  produced: readonly Produced[],
): readonly string[] {
  const faults: string[] = [];
  for (const [kind, secret] of canaries) {
    for (const { name, text, mayShow } of produced) {
      if (mayShow.includes(kind)) continue;
      const form = formsOf(secret).find((each) => text.includes(each));
      if (form !== undefined)
        faults.push(`the ${kind} stands in ${name}${form === secret ? '' : ` as ${form.slice(0, 12)}…`}`);
    }
  }
  return faults;
}
