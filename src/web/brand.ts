import type { Tracking } from '../tracking/tracking.ts';

/** Name, logo, website and colour of the crew center. */
export interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly websiteUrl: string | null;
  readonly color: string | null;
}

const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export function readBrand(tracking: Tracking): Brand {
  const { name, logoUrl, websiteUrl, primaryColor } = tracking.calls.status().settings;
  return {
    name,
    logoUrl: webAddress(logoUrl),
    websiteUrl: webAddress(websiteUrl),
    color: primaryColor !== null && hexColor.test(primaryColor) ? primaryColor : null,
  };
}

/** Accepts only http(s) URLs; others, such as `javascript:`, become null. */
function webAddress(url: string | null): string | null {
  return url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null;
}

/** Returns a stylesheet with the crew center's colour, and black or white text on it, whichever is readable. */
export function brandStyles({ color }: Brand): string {
  if (color === null) return '';
  const ink = luminance(color) > 0.179 ? '#000000' : '#ffffff';
  return `:root { --brand: ${color}; --brand-ink: ${ink}; }\n`;
}

/** Relative luminance, 0 … 1, as WCAG 2 defines it. */
export function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
