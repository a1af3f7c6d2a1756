import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLine, plainCode, plainIcao, plainLine } from './plain-text.ts';

/** As release 2.1.936 puts a PIREP into its page: PHP's `json_encode` between single quotes, read as a script and then as JSON. */
function onItsPage(text: string): unknown {
  const json = JSON.stringify({ log: text }).replaceAll('/', '\\/');
  const letters = json.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  assert.ok(!letters.includes("'"), `${letters} ends the quoted text`);
  // In a script `\"` is `"` and `\\` is `\`: what is left of an escape is no JSON.
  const read = letters.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return (JSON.parse(read.replace(/\\(.)/g, '$1')) as { log: unknown }).log;
}

const texts: readonly (readonly [string, string])[] = [
  ["it's", 'it’s'],
  ["'-alert(1)-'", '’-alert(1)-’'],
  ['a "quoted" word', 'a ”quoted” word'],
  ['C:\\logs\\new', 'C:/logs/new'],
  ["\\'-alert(1)//", '/’-alert(1)//'],
  ['`tick`', '’tick’'],
  ['</script><script>alert(1)</script>', '(/script)(script)alert(1)(/script)'],
  ['&lt;img onerror=x&gt;', '+lt;img onerror=x+gt;'],
  ['&#60;b&#x3e;', '+#60;b+#x3e;'],
  ['B & B, 5 &', 'B & B, 5 &'],
  ['two\r\nlines\u2028and\u2029more\u0000', 'two lines and more'],
  ['turned \u202eround', 'turned  round'],
  ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ['Zürich ✈ Ж', 'Zürich ✈ Ж'],
];
for (const [given, inert] of texts) {
  test(`${JSON.stringify(given)} is printed as ${JSON.stringify(inert)}`, () => {
    assert.equal(plainLine(given), inert);
    assert.equal(onItsPage(plainLine(given)), inert);
    assert.equal(logLine({ at: null, text: given }), inert);
    assert.equal(plainLine(inert), inert);
  });
}

test('a line of the log has its time, and no mark at which pages would split it', () => {
  assert.equal(logLine({ at: Date.UTC(2026, 0, 2, 10, 5), text: "a * isn't" }), '[10:05] a · isn’t');
});

test('codes and routes keep letters, digits and what joins them', () => {
  assert.equal(plainCode(`N0450F370 DCT "O'X"\\</a>; HFD`), 'N0450F370 DCT O X /a HFD');
});

const airports: readonly (readonly [string, string | null])[] = [
  ['kjfk', 'KJFK'],
  [' LSZH ', 'LSZH'],
  ['0Q9', '0Q9'],
  ["'-a", null],
  ['UNKNOWN', null],
  ['', null],
];
for (const [given, code] of airports) {
  test(`${JSON.stringify(given)} is ${code === null ? 'no airport' : code}`, () => {
    assert.equal(plainIcao(given), code);
  });
}
