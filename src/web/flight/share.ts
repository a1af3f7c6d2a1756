import type { Signer } from '../access/keys.ts';

const purpose = 'share';

/** A signed permission to see one flight until an instant; it stands in the address of the page, as `?share=…`. */
export function makeShare(signer: Signer, flightId: string, expiresAt: number): string {
  const until = Math.floor(expiresAt / 1_000).toString(36);
  return `${until}-${signer.sign(purpose, `${flightId} ${until}`)}`;
}

/** When this share of the flight expires, in milliseconds; null when it is none, or has expired. */
export function readShare(signer: Signer, flightId: string, share: string, now: number): number | null {
  const [, until = '', signature = ''] = /^([0-9a-z]{1,10})-([\w-]{43})$/.exec(share) ?? [];
  if (until === '' || !signer.isSigned(purpose, `${flightId} ${until}`, signature)) return null;
  const expiresAt = Number.parseInt(until, 36) * 1_000;
  return now < expiresAt ? expiresAt : null;
}
