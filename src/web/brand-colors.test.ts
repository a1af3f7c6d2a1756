import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BrandColors, brandColors, contrast } from './brand-colors.ts';

const css = readFileSync(join(import.meta.dirname, 'browser/pages.css'), 'utf8');
const [lightCss = '', darkCss = ''] = css.split('@media (prefers-color-scheme: dark)');
const colorIn = (text: string, name: string) => new RegExp(`--${name}: (#\\w+);`).exec(text)?.[1] ?? '';

/** Black, white, greys, and every hue at several strengths. */
function colors(): readonly string[] {
  const hex = ['00', '33', '66', '80', '99', 'cc', 'ff'];
  const all = hex.flatMap((red) => hex.flatMap((green) => hex.map((blue) => `#${red}${green}${blue}`)));
  return ['#000', '#fff', '#f5c400', '#777', '#d33', '#ff0', ...all];
}

function assertReadable(what: string, { fill, ink, light, dark }: BrandColors): void {
  assert.ok(contrast(fill, ink) >= 4.5, `${what}: ${ink} on ${fill}`);
  for (const [theme, text, { line, text: words }] of [
    ['light', lightCss, light],
    ['dark', darkCss, dark],
  ] as const)
    for (const name of ['surface', 'paper', 'soft']) {
      const surface = colorIn(text, name);
      assert.ok(contrast(line, surface) >= 3, `${what}: a line ${line} on ${name} in ${theme}`);
      assert.ok(contrast(words, surface) >= 4.5, `${what}: words ${words} on ${name} in ${theme}`);
    }
}

test('a crew center’s colour can be read and seen, as a fill, a line and words, in both themes', () => {
  for (const color of colors()) assertReadable(color, brandColors(color));
});

test('our own colour can, too', () => {
  const of = (text: string, name: string) => colorIn(text, name) || colorIn(lightCss, name);
  const on = (text: string) => ({ line: of(text, 'brand-line'), text: of(text, 'brand-text') });
  assertReadable('ours', {
    fill: of(lightCss, 'brand'),
    ink: of(lightCss, 'brand-ink'),
    light: on(lightCss),
    dark: on(darkCss),
  });
});

test('names of places can be read on land by day and in full night', () => {
  const alphaIn = (text: string, name: string) => {
    const [, red, green, blue, part] =
      new RegExp(`--${name}: rgb\\((\\d+) (\\d+) (\\d+) / (\\d+)%\\)`).exec(text) ?? [];
    return { color: [red, green, blue].map(Number), part: Number(part) / 100 };
  };
  const over = ({ color, part }: ReturnType<typeof alphaIn>, below: string) => {
    const parts = color.map((each, index) => {
      const under = Number.parseInt(below.slice(1 + 2 * index, 3 + 2 * index), 16);
      return Math.round(each * part + under * (1 - part))
        .toString(16)
        .padStart(2, '0');
    });
    return `#${parts.join('')}`;
  };
  for (const [theme, text] of [
    ['light', lightCss],
    ['dark', darkCss],
  ] as const)
    for (const ground of ['land', 'sea', 'sea-deep'])
      for (const below of [colorIn(text, ground), over(alphaIn(text, 'night'), colorIn(text, ground))]) {
        const halo = over(alphaIn(text, 'place-halo'), below);
        for (const name of ['place', 'city'])
          assert.ok(contrast(colorIn(text, name), halo) >= 4.5, `${theme}: ${name} on ${ground}, ${halo}`);
      }
});

test('what lies over the map is solid: names do not show through it', () => {
  const sheets = globSync('browser/**/*.css', { cwd: import.meta.dirname });
  assert.ok(sheets.length > 5);
  for (const sheet of sheets) {
    const through = /var\(--surface\) [89]\d%, transparent/.exec(
      readFileSync(join(import.meta.dirname, sheet), 'utf8'),
    );
    assert.equal(through, null, sheet);
  }
});

test('a colour that is seen stays as it is', () => {
  const { fill, light } = brandColors('#1f5c99');
  assert.deepEqual([light.line, light.text], [fill, fill]);
});
