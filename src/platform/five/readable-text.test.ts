import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableText } from './readable-text.ts';

test('a stored text is read as the pages show it', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain, 4 < 5 & 7 > 6', 'plain, 4 < 5 & 7 > 6'],
    ['Z&uuml;rich &amp; Gen&egrave;ve', 'Zürich & Genève'],
    ['&lt;b&gt; is &quot;bold&quot;, it&#39;s &#x20AC;5', '<b> is "bold", it\'s €5'],
    ['&amp;lt;', '&lt;'],
    ['<p>one<br />\ntwo<BR>three</p>', 'one\ntwo\nthree'],
    ['<a href="x" onclick="y()">here</a><script>run()</script><!-- no -->', 'hererun()'],
    [`it\\'s a \\"quote\\" and a \\\\`, `it's a "quote" and a \\`],
    ['&unknown; &#0; &#99999999; &#xD800;', '&unknown; &#0; &#99999999; \ufffd'],
    ['a&nbsp;b', 'a b'],
    ['', ''],
  ];
  for (const [stored, shown] of cases) assert.equal(readableText(stored), shown);
});
