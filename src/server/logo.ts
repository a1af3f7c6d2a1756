import { AddressPolicy } from '../lib/address-policy.ts';
import type { Clock } from '../lib/clock.ts';
import { ShortCache } from '../lib/short-cache.ts';
import type { PictureLogo } from '../web/picture/flight-picture.ts';
import { GuardedRequests } from '../webhooks/http/guarded-request.ts';

/** A picture waits no longer for the logo. */
const timeoutMs = 3_000;
const maxBytes = 256 * 1_024;
/** What is larger takes too much memory to draw, pixels. */
const maxSide = 2_000;
/** How long it is kept, also that there is none; and how long nobody asks again where no answer came. */
const [keptMs, retryMs] = [600_000, 30_000];

/** Returns the reader of the crew center's logo for pictures: null for one that is no PNG or JPEG, is too large or cannot be read. */
export function logoReader(networks: readonly string[], clock: Clock): (url: string) => Promise<PictureLogo | null> {
  const limits = { timeoutMs, maxAnswerBytes: maxBytes, encoding: 'latin1' } as const;
  const requests = new GuardedRequests(new AddressPolicy(networks), limits);
  const kept = new ShortCache<PictureLogo | null>(clock, keptMs, 2);
  const tried = new ShortCache<PictureLogo | null>(clock, retryMs, 2);
  const read = async (url: string) => {
    const { signal } = new AbortController();
    const { status, text } = await requests.send({ method: 'GET', url, headers: {}, body: null, signal });
    if (status >= 500) throw new Error(`${url} was answered ${status}`);
    return status === 200 && text.length < maxBytes ? logoOf(Buffer.from(text, 'latin1')) : null;
  };
  // Pages show it by its address in any case, so a picture goes without it.
  return (url) => tried.get(url, () => kept.get(url, () => read(url)).catch(() => null));
}

/** Returns the image of a file as a picture embeds it; null where it is neither PNG nor JPEG, or too large. */
export function logoOf(bytes: Buffer): PictureLogo | null {
  const [type, [width, height]] =
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && bytes.length > 24
      ? ['image/png', [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]]
      : ['image/jpeg', sizeOfJpeg(bytes)];
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxSide) return null;
  return { address: `data:${type};base64,${bytes.toString('base64')}`, ratio: width / height };
}

/** Returns width and height from the start of the frame (ITU-T T.81, B.2.2); zeros where there is none. */
function sizeOfJpeg(bytes: Buffer): readonly [width: number, height: number] {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return [0, 0];
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const [lead, marker = 0] = bytes.subarray(at, at + 2);
    if (lead !== 0xff) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return [0, 0];
}
