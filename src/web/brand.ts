import type { Tracking } from '../tracking/tracking.ts';
import { brandColors, type OnSurface } from './brand-colors.ts';

/** Name, logo, website and colour of the crew center. */
export interface Brand {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly websiteUrl: string | null;
  readonly color: string | null;
}

/** The colour where the crew center has none: that of `pages.css`. */
export const defaultBrandColor = '#1f5c99';

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

/** Returns a stylesheet with the crew center's colour as pages use it; empty where it has none. */
export function brandStyles({ color }: Brand): string {
  if (color === null) return '';
  const { fill, ink, light, dark } = brandColors(color);
  const on = ({ line, text }: OnSurface) => `--brand-line: ${line}; --brand-text: ${text};`;
  return [
    `:root { --brand: ${fill}; --brand-ink: ${ink}; ${on(light)} }`,
    `@media (prefers-color-scheme: dark) { :root { ${on(dark)} } }\n`,
  ].join('\n');
}
