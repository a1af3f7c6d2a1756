import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

type Color = readonly number[];

const sheet = readFileSync(join(import.meta.dirname, 'browser/pages.css'), 'utf8');
const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)');

/** Red, green, blue and opacity of a colour of the style sheet. */
function colorIn(theme: string, name: string): Color {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(theme)?.[1] ?? '';
  if (value.startsWith('#')) return [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  const [red, green, blue, percent] = [...value.matchAll(/[\d.]+/g)].map(Number);
  return [red ?? Number.NaN, green ?? Number.NaN, blue ?? Number.NaN, (percent ?? Number.NaN) / 100];
}

const below = (over: Color, color: Color) =>
  color.slice(0, 3).map((band, index) => band * (1 - (over[3] ?? 1)) + (over[index] ?? 0) * (over[3] ?? 1));

/** Relative luminance, as WCAG defines it. */
function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((band) =>
    band / 255 <= 0.04045 ? band / 255 / 12.92 : ((band / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('land stands out from the sea at every depth and from lakes, by day and at night, in both themes', () => {
  for (const [name, theme] of Object.entries({ light, dark })) {
    const [land, night] = [colorIn(theme, 'land'), colorIn(theme, 'night')];
    for (const water of ['sea-shallow', 'sea', 'sea-deep', 'lake']) {
      const sea = colorIn(theme, water);
      const found = { day: contrast(land, sea), night: contrast(below(night, land), below(night, sea)) };
      for (const [when, ratio] of Object.entries(found))
        assert.ok(ratio >= 1.3, `${name}, ${water}, ${when}: ${ratio.toFixed(2)}`);
    }
  }
});
