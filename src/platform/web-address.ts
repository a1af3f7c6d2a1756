/** The text when it is an address of http or https that a client may load a picture from; else null. */
export function webAddressOrNull(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The address of something that the site shows: as it is kept, or below the site's own; null for what is none. */
export function linkOf(siteUrl: string, kept: string | null): string | null {
  const text = kept?.trim() ?? '';
  if (text === '') return null;
  const url = URL.parse(text, `${siteUrl.replace(/(?<!\/)\/+$/, '')}/`);
  return url === null || !/^https?:$/.test(url.protocol) ? null : url.href;
}

/** A pilot's picture: an address, or a file below `uploads` (config/filesystems.php, disk `public`). */
export function avatarOf(siteUrl: string, kept: string | null): string | null {
  const text = kept?.trim() ?? '';
  return linkOf(siteUrl, text === '' || text.startsWith('http') ? text : `uploads/${text.replace(/^\/+/, '')}`);
}
