/** Escapes text for XML, and removes characters that XML 1.0 does not allow. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Converts feet to metres, rounded to 0.1 m. */
export function metres(feet: number): string {
  return (feet * 0.3048).toFixed(1);
}

export function iso(at: number): string {
  return new Date(at).toISOString();
}
