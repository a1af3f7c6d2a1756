import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Text, Wording } from '../browser/wording.js';
import { languages } from './languages.ts';

const src = join(import.meta.dirname, '../..');
/** Where texts are used: the pages, the staff's of the embedded crew center, and the lists on them. */
const users = ['web/**/*.{ts,js,eta}', 'platform/embedded/**/*.{ts,eta}', 'lib/{lists/*,changed-since}.{ts,eta}'];
const english: Readonly<Record<string, Text>> = languages.en?.texts ?? {};

/** Languages that are complete; another may have gaps, which are English. */
const complete = ['de', 'fr'];

test('a language lacks no text where it is complete, and has none that there is not', (t) => {
  for (const [lang, { texts }] of Object.entries(languages)) {
    const gaps = Object.keys(english).filter((key) => !Object.hasOwn(texts, key));
    t.diagnostic(`${lang}: ${Object.keys(texts).length} texts, ${gaps.length} gaps`);
    if (complete.includes(lang)) assert.deepEqual(gaps, [], lang);
    assert.deepEqual(
      Object.keys(texts).filter((key) => !Object.hasOwn(english, key)),
      [],
      `${lang} has texts that no page has`,
    );
  }
});

test('a translation has the values of the English text, and every plural form of its language', () => {
  for (const [lang, { texts }] of Object.entries(languages)) {
    for (const [key, text] of Object.entries(texts)) {
      assert.deepEqual(valuesOf(text), valuesOf(english[key] ?? ''), `${lang} ${key}`);
      assert.deepEqual(tagsOf(text), tagsOf(english[key] ?? ''), `${lang} ${key}`);
      assert.equal(typeof text, typeof english[key], `${lang} ${key}`);
      if (typeof text === 'string') assert.notEqual(text.trim(), '', `${lang} ${key}`);
      else {
        const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories;
        // French has a form for millions, which no figure here reaches.
        const needed = forms.filter((form) => form !== 'many');
        assert.deepEqual(
          needed.filter((form) => text[form] === undefined),
          [],
          `${lang} ${key}`,
        );
      }
    }
  }
});

test('German says Sie on every page, as French says vous', () => {
  const familiar: Readonly<Record<string, RegExp>> = {
    de: /\b(du|dir|dich|dein\w*)\b|(^|[.:!?,] )(gib|warte|frage|versuche|melde|lade|buche|schreibe|wähle|öffne|starte|prüfe) /iu,
    fr: /(^|[^\p{L}-])(tu|te|toi|ton|tes|t’\p{L}+)(?!\p{L})/iu,
  };
  for (const [lang, pattern] of Object.entries(familiar)) {
    assert.match({ de: 'Gib ihn in deinem Client ein.', fr: 'Entre ton nom.' }[lang] ?? '', pattern);
    const found = Object.entries(languages[lang]?.texts ?? {}).filter(([, text]) =>
      (typeof text === 'string' ? [text] : Object.values(text)).some((form) => pattern.test(form)),
    );
    assert.deepEqual(found, [], lang);
  }
});

test('every text is used, and every text that is used exists', () => {
  const { keys, prefixes } = usesOf(readUsers());
  // Those that begin with `no.` are found by their English: sentences.test.ts.
  const isUsed = (key: string) => keys.has(key) || ['no.', ...prefixes].some((each) => key.startsWith(each));
  const unused = Object.keys(english).filter((key) => !isUsed(key));
  assert.deepEqual(unused, [], 'texts that no page uses');
  const sections = new Set(Object.keys(english).map((key) => key.split('.')[0]));
  const missing = [...keys].filter((key) => sections.has(key.split('.')[0]) && !Object.hasOwn(english, key));
  assert.deepEqual(missing, [], 'texts that are missing');
});

test('a text that has markup is said as such, so that its values are escaped', () => {
  const source = readUsers();
  for (const [key, text] of Object.entries(english)) {
    if (tagsOf(text).length > 0) assert.ok(source.includes(`sayMarkup('${key}'`), `${key} is not said as markup`);
    else assert.ok(!source.includes(`sayMarkup('${key}'`), `${key} has no markup`);
  }
});

test('uses are found as a key, and as the beginning of one', () => {
  const source = "say('map.empty') + it.say('card.' + kind) + `phase.${phase}` + 'no key' + 'file.js'";
  const { keys, prefixes } = usesOf(source);
  assert.deepEqual([...keys], ['map.empty', 'file.js']);
  assert.deepEqual(prefixes, ['card.', 'phase.']);
});

test('a text takes its values, its plural form and the numbers of its language; what a language lacks is English', () => {
  const texts = { 'map.count': { one: '{count} Flug', other: '{count} Flüge' } };
  const german = new Wording('de', texts, english);
  assert.equal(german.say('map.count', { count: 1 }), '1 Flug');
  assert.equal(german.say('map.count', { count: 1_234 }), '1.234 Flüge');
  assert.equal(german.say('map.empty'), english['map.empty']);
  assert.equal(german.say('ago.seconds', { count: '{count}' }), '{count} s ago', 'a value is not a text');
});

function valuesOf(text: Text): readonly string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(forms.flatMap((form) => [...form.matchAll(/\{\w+\}/g)].map(([name]) => name)))].sort();
}

/** Markup: the names of the tags, and where links lead. */
function tagsOf(text: Text): readonly string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(forms.flatMap((form) => form.match(/<\/?[a-z][^>]*>/g) ?? []))].sort();
}

function readUsers(): string {
  const paths = globSync(users, { cwd: src }).filter((path) => !path.endsWith('.test.ts') && !/texts[/\\]/.test(path));
  return paths.map((path) => readFileSync(join(src, path), 'utf8')).join('\n');
}

/** Keys in quotes, and beginnings of keys that code completes. */
function usesOf(source: string) {
  const keys = new Set([...source.matchAll(/['"]([a-z]+\.[a-z][a-z0-9-]*)['"]/g)].map(([, key = '']) => key));
  const prefixes = [...source.matchAll(/['"`]([a-z]+\.)(?:['"] \+|\$\{)/g)].map(([, prefix = '']) => prefix);
  return { keys, prefixes };
}
