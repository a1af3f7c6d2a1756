/** A colour of the crew center, made readable for every place where it stands. */
export interface BrandColors {
  readonly fill: string;
  /** Black or white, whichever is readable on the fill. */
  readonly ink: string;
  /** The colour as words and lines on the surfaces of a page, for each theme. */
  readonly light: OnSurface;
  readonly dark: OnSurface;
}

export interface OnSurface {
  readonly line: string;
  readonly text: string;
}

/** What WCAG 2 asks of lines and of words. */
const contrasts = { line: 3, text: 4.5 } as const;

/** Of the surfaces of `pages.css` the one on which the colour is hardest to see, and what it is mixed with until it is seen. */
const themes = {
  light: { surface: '#edf1f4', towards: '#000000' },
  dark: { surface: '#202b34', towards: '#ffffff' },
} as const;

const steps = 64;

/** @param color - `#rgb` or `#rrggbb` */
export function brandColors(color: string): BrandColors {
  return {
    fill: color,
    ink: luminance(color) > 0.179 ? '#000000' : '#ffffff',
    light: onSurface(color, 'light'),
    dark: onSurface(color, 'dark'),
  };
}

function onSurface(color: string, theme: keyof typeof themes): OnSurface {
  const { surface, towards } = themes[theme];
  const seen = (wanted: number) => {
    for (let step = 0; step < steps; step++) {
      const mixed = mix(color, towards, step / steps);
      if (contrast(mixed, surface) >= wanted) return mixed;
    }
    return towards;
  };
  return { line: seen(contrasts.line), text: seen(contrasts.text) };
}

/** Contrast of two colours, 1 … 21, as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, 0 … 1, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, towards: string, share: number): string {
  const ends = channels(towards);
  const mixed = channels(color).map((channel, at) => Math.round(channel + ((ends[at] ?? 0) - channel) * share));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): readonly number[] {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
}
