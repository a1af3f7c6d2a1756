import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterHtml } from './letter-html.ts';

const link = 'https://crew.example/tracker/password/new?key=a&b';
const brand = { name: 'A & B <Air>', logoUrl: 'https://va.example/l.png?x="1"', websiteUrl: null, color: '#ffee00' };

test('a letter as HTML has the airline’s name, logo and colour, and black or white words on it', () => {
  const html = letterHtml(`Hello\nthere.\n\n${link}\n\nBye.\n`, { brand, link, lang: 'en', subject: 'New <password>' });
  assert.match(html, /background:#ffee00;color:#000000/);
  assert.match(html, /<img src="https:\/\/va\.example\/l\.png\?x=&quot;1&quot;" alt=""/);
  assert.match(html, /<span dir="auto">A &amp; B &lt;Air&gt;<\/span>/);
  assert.match(html, /<a href="https:\/\/crew\.example\/tracker\/password\/new\?key=a&amp;b"/);
  assert.match(html, />New &lt;password&gt;<\/a>/);
  assert.match(html, />Hello<br>there\.<\/p>/);
  const plain = letterHtml('Hello', { brand: { ...brand, logoUrl: null, color: null }, link, lang: 'de', subject: '' });
  assert.match(plain, /background:#1f5c99;color:#ffffff/);
  assert.doesNotMatch(plain, /<img|<a /);
});

test('nothing that somebody wrote is markup in a letter', () => {
  const html = letterHtml('Reason: <script>alert(1)</script> "&', {
    brand,
    link,
    lang: 'en',
    subject: 'New <password>',
  });
  assert.doesNotMatch(html, /<script/);
  assert.match(html, /&lt;script&gt;/);
});
