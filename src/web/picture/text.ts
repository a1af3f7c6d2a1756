import { table } from '../../lib/table.ts';
import type { Font } from './font.ts';

/** How a text is drawn; x and y of its baseline. */
export interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  /** Maximum width in pixels; a longer text ends with an ellipsis. */
  readonly maxWidth: number;
  readonly isBold?: boolean;
  /** Whether `x` is its right end. */
  readonly isRight?: boolean;
  /** Whether it has a light outline, for texts above a map. */
  readonly hasHalo?: boolean;
}

/** The two weights in which texts are drawn. */
export interface Fonts {
  readonly regular: Font;
  readonly bold: Font;
}

/**
 * Returns an SVG text element. Whatever a client wrote stays text on one line: characters that the font lacks (other scripts,
 * emoji, controls, marks that turn the direction) are left out, and markup is escaped.
 */
export function drawText(fonts: Fonts, text: string, style: TextStyle): string {
  const { x, y, size, color, maxWidth, isBold = false, isRight = false, hasHalo = false } = style;
  const shown = fitText(isBold ? fonts.bold : fonts.regular, text, maxWidth / size);
  if (shown === '') return '';
  const weight = isBold ? ' font-weight="700"' : '';
  const anchor = isRight ? ' text-anchor="end"' : '';
  const halo = hasHalo ? ' stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}"${weight}${anchor}${halo}>${escapeXml(shown)}</text>`;
}

const maxCharacters = 200;

/** Returns what the font can show of a text, cut to this width (as a multiple of the font size). */
export function fitText(font: Font, text: string, maxWidth: number): string {
  const plain = text
    .slice(0, 2 * maxCharacters)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ');
  const characters = [...plain].filter((each) => font.widthOf(each) !== null);
  const clean = characters.join('').replaceAll(/ {2,}/g, ' ').trim();
  if (widthOfText(font, clean) <= maxWidth) return clean;
  let cut = clean.slice(0, maxCharacters);
  while (cut !== '' && widthOfText(font, `${cut}…`) > maxWidth) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** Returns the width of a text as a multiple of the font size, without kerning. */
export function widthOfText(font: Font, text: string): number {
  let width = 0;
  for (const character of text) width += font.widthOf(character) ?? 0;
  return width;
}

const entities = table<string>({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
