import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** What no rule of type, motion and colour covers, by style sheet and value, each with its reason. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'flight/flight.css': {
    '9px': 'units of a drawing, not of the page',
    '11px': 'units of a drawing, not of the page',
    '30px': 'units of a drawing, not of the page',
    '11.5px': 'a sheet of paper is smaller than a window, and all of its sizes with it',
  },
  'flight/landing.css': {
    '10.5px': 'units of a drawing, not of the page',
    '12px': 'units of a drawing, not of the page',
  },
  'my/my.css': {
    '10px': 'units of a drawing, not of the page',
    '12px': 'units of a drawing, not of the page',
    '14px': 'units of a drawing, not of the page',
  },
  'map/crowds/fan.css': { '0.69rem': 'names beside symbols are as large as those on the canvas below' },
  'map/find.css': { 'rgb(0 0 0 / 40%)': 'what a dialog keeps from being used is darker in both themes' },
  'pages.css': { '1.2s': 'a wait has no end to move to: it breathes' },
};

const folder = join(import.meta.dirname, 'browser');

const sheets: readonly (readonly [sheet: string, text: string])[] = globSync('**/*.css', { cwd: folder }).map(
  (sheet) => {
    const text = readFileSync(join(folder, sheet), 'utf8');
    return [sheet, text.replaceAll(/\/\*[^*]*\*\//g, '').replaceAll(/url\("[^"]*"\)/g, 'url()')] as const;
  },
);

const declarations = sheets
  // It names the files of the typeface.
  .filter(([sheet]) => sheet !== 'font/font.css')
  .flatMap(([sheet, text]) =>
    [...text.matchAll(/(?<=[;{]\s*)([\w-]+):\s([^;{}]+);/g)].map(([, property = '', value = '']) => {
      return { sheet, property, value: value.trim().replaceAll(/\s+/g, ' ') };
    }),
  );

/** What breaks a rule, without the exceptions. */
function breaking(applies: RegExp, wrongIn: (value: string) => readonly string[]): readonly string[] {
  return declarations
    .filter(({ property }) => applies.test(property))
    .flatMap(({ sheet, property, value }) =>
      wrongIn(value)
        .filter((wrong) => exceptions[sheet]?.[wrong] === undefined)
        .map((wrong) => `${sheet}: ${property} has ${wrong}`),
    );
}

test('texts have one of four sizes', () => {
  const wrongIn = (value: string) =>
    /^(?:var\(--text-(?:s|m|l|xl)\)|inherit)/.test(value) ? [] : [value.split(' ')[0] ?? ''];
  assert.deepEqual(breaking(/^font(?:-size)?$/, wrongIn), []);
  const sizes = new Set(declarations.map(({ value }) => /var\(--text-\w+\)/.exec(value)?.[0]));
  sizes.delete(undefined);
  assert.deepEqual(
    [...sizes].toSorted(),
    ['l', 'm', 's', 'xl'].map((each) => `var(--text-${each})`),
  );
});

test('texts have one typeface; code has that of the system for code', () => {
  const families = declarations
    .filter(({ property, value }) => /^font(?:-family)?$/.test(property) && value !== 'inherit')
    .map(({ value }) => value.replace(/^var\(--text-\w+\) (?:\/ [\d.]+ )?/, ''));
  assert.deepEqual([...new Set(families)].toSorted(), ['"Like Inter"', 'ui-monospace, monospace', 'var(--font)']);
});

test('what moves takes 160 to 240 ms, by the same three names, and no time for who asks for less', () => {
  const wrongIn = (value: string) =>
    value.replaceAll(/var\(--motion-[sml](?:, \d+ms)?\)/g, '').match(/[\d.]+m?s\b/g) ?? [];
  assert.deepEqual(breaking(/^(?:transition|animation)/, wrongIn), []);
  const named = (name: string) => declarations.filter(({ property }) => property === name).map(({ value }) => value);
  assert.deepEqual(['--motion-s', '--motion-m', '--motion-l'].map(named), [
    ['160ms', '0s'],
    ['200ms', '0s'],
    ['240ms', '0s'],
  ]);
});

test('colours of the pages have names; only drawings have others', () => {
  const applies =
    /^(?:color|background(?:-color)?|border[\w-]*|outline[\w-]*|accent-color|caret-color|text-decoration-color)$/;
  assert.deepEqual(
    breaking(applies, (value) => value.match(/#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)/gi) ?? []),
    [],
  );
});

test('media queries for the size of the window use em, so that they follow large texts', () => {
  const queries = sheets.flatMap(([sheet, text]) =>
    [...text.matchAll(/@media [^{]*/g)].map(([query]) => `${sheet}: ${query}`),
  );
  assert.deepEqual(
    queries.filter((query) => /\d(?:px|rem)\b/.test(query)),
    [],
  );
  assert.ok(queries.some((query) => /\dem\b/.test(query)));
});

test('each exception is needed', () => {
  for (const [sheet, values] of Object.entries(exceptions))
    for (const value of Object.keys(values))
      assert.ok(
        declarations.some((each) => each.sheet === sheet && each.value.includes(value)),
        `${sheet}: ${value}`,
      );
});
