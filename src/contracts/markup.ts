import { table } from '../lib/table.ts';

const entities = table<string>({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
});

/**
 * The text of what a crew center keeps as HTML or as plain text, as something that no screen can take for markup:
 * some clients show texts as HTML.
 */
export function plainText(markup: string): string {
  return markup
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z!][^<>]*>/gi, '')
    .replace(/&(#39|[a-z]{2,4});/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
