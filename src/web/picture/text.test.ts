import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFont } from './font.ts';
import { drawText, type Fonts, fitText, widthOfText } from './text.ts';

const font = readFont(readFileSync(join(import.meta.dirname, 'fonts/inter-regular.otf')));
const fonts: Fonts = { regular: font, bold: readFont(readFileSync(join(import.meta.dirname, 'fonts/inter-bold.otf'))) };
const style = { x: 0, y: 0, size: 10, color: '#000000', maxWidth: 100 };

test('the fonts have the letters of European airports, and know what they lack', () => {
  for (const each of [fonts.regular, fonts.bold]) {
    for (const letter of 'AZaz09ÄÖÜßéèçñøåæÐþŁłŠžŐűİğȘțΑωЯяЇґӘ–—’“”„…−·°→ơưẤỹ') {
      assert.ok((each.widthOf(letter) ?? 0) > 0.1, letter);
    }
    for (const other of ['\u0000', '\n', '\u202e', '\u2066', '\u200b', '\ufeff', 'ا', 'א', '東', '😀', '\ud83d'])
      assert.equal(each.widthOf(other), null, JSON.stringify(other));
  }
});

test('an m is wider than an i, and letters beyond the widths listed have the last one', () => {
  assert.ok((font.widthOf('m') ?? 0) > 2 * (font.widthOf('i') ?? 1));
  assert.equal(widthOfText(font, 'aa'), 2 * (font.widthOf('a') ?? 0));
});

test('a text is one line of what the font has, and never wider than its place', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Zürich', 'Zürich'],
    ['  two\n\tlines  ', 'two lines'],
    ['Cancu\u0301n', 'Cancún'],
    ['\u202eABC\u202c', 'ABC'],
    ['مطار 東京 😀 Яблоко', 'Яблоко'],
    ['مطار القاهرة', ''],
    ['\u0000\u0007\u001b[31mred', '[31mred'],
  ];
  for (const [text, shown] of cases) assert.equal(fitText(font, text, 30), shown, JSON.stringify(text));
  for (const long of [
    'W'.repeat(100_000),
    'i'.repeat(5_000),
    'ab '.repeat(900),
    '😀'.repeat(99_999),
    `${'😀'.repeat(50)}x`,
  ]) {
    const shown = fitText(font, long, 12);
    assert.ok(widthOfText(font, shown) <= 12, shown);
    assert.ok(shown === '' || shown === 'x' || shown.endsWith('…'), shown);
  }
});

test('markup is text', () => {
  const element = drawText(fonts, `</text><script>alert("&")</script>'`, { ...style, maxWidth: 900 });
  assert.match(
    element,
    /^<text [^<>]*>&lt;\/text&gt;&lt;script&gt;alert\(&quot;&amp;&quot;\)&lt;\/script&gt;&#39;<\/text>$/,
  );
  assert.equal(drawText(fonts, '', style), '');
});
