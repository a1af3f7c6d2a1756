import { join } from 'node:path';
import { isThere } from '../../../lib/is-there.ts';

/** The crew center's site, as far as pictures of it are shown to pilots. */
export interface Site {
  /** SITE_URL, without a slash at its end; null when it is not known. */
  readonly url: string | null;
  /** The root folder of the platform; null when only its database is known. */
  readonly folder: string | null;
}

/** The address of a picture that staff entered: whole, or as a path of the site's server. Null for anything else. */
export function pictureAddress({ url }: Site, text: string): string | null {
  if (text.trim() === '') return null;
  const address = url === null ? URL.parse(text.trim()) : URL.parse(text.trim(), `${url}/`);
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null;
}

/** A pilot's picture, which lies below AVATAR_PATH by the pilot's code (PilotData::getPilotAvatar). */
export function avatarAddress({ url, folder }: Site, pilotCode: string): string | null {
  if (url === null || folder === null || !/^[A-Za-z0-9_-]+$/.test(pilotCode)) return null;
  const path = `lib/avatars/${pilotCode}.png`;
  return isThere(join(folder, path)) ? `${url}/${path}` : null;
}
