import type { Signer } from '../access/keys.ts';

const purpose = 'share';

/** Returns a signed permission to see one flight until this time, for `?share=…` in the page's URL. */
export function makeShare(signer: Signer, flightId: string, expiresAt: number): string {
  const until = Math.floor(expiresAt / 1_000).toString(36);
  return `${until}-${signer.sign(purpose, `${flightId} ${until}`)}`;
}

/** Returns when this share of the flight expires, in milliseconds; null when it is invalid or has expired. */
export function readShare(signer: Signer, flightId: string, share: string, now: number): number | null {
  const [, until = '', signature = ''] = /^([0-9a-z]{1,10})-([\w-]{43})$/.exec(share) ?? [];
  if (until === '' || !signer.isSigned(purpose, `${flightId} ${until}`, signature)) return null;
  const expiresAt = Number.parseInt(until, 36) * 1_000;
  return now < expiresAt ? expiresAt : null;
}
