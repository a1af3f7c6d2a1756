/** The text when it is an address of http or https that a client may load a picture from; else null. */
export function webAddressOrNull(text: string | null): string | null {
  const url = text === null ? null : URL.parse(text.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
