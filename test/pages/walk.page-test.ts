// needs: chromium
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { People } from './walk/people.ts';
import { looks, walk } from './walk/walk.ts';

test('every page of visitors, pilots and staff can be seen, read and used by everybody', {
  timeout: 600_000,
}, async (t) => {
  await using people = await People.open();
  const { site, stops, unlinked, browser } = people;
  const began = performance.now();
  const { found, controls } = await walk(site, stops);
  for (const look of looks) await t.test(look, () => assert.deepEqual(found[look], []));
  const count = (who: string) => stops.filter((stop) => stop.who === who).length;
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  t.diagnostic(
    `${count('visitor')} pages of visitors, ${count('pilot')} of pilots, ${count('staff')} of staff, ${controls} controls, ${seconds} s`,
  );
  assert.deepEqual(unlinked, []);
  assert.ok(stops.length > 80 && controls > 900, `${stops.length} pages, ${controls} controls`);
  // Pages of links out of mails, without what the mail has in its link.
  assert.deepEqual(
    browser.complaints.filter((each) => !/status of 40[34]/.test(each)),
    [],
  );
  await t.test('and each of these looks finds what is planted', async () => {
    const home = stops.filter(({ path }) => path === '/tracker/home');
    const { found: planted } = await walk(site, home, spoil);
    assert.deepEqual(
      looks.filter((look) => planted[look].length === 0),
      [],
    );
    for (const each of [
      'cut at the side',
      'lies upon',
      'out of the window',
      'points back',
      'its focus is not seen',
      'Tab does not reach it',
      'fill alone',
      'whatever aria-pressed',
    ])
      assert.ok(
        Object.values(planted)
          .flat()
          .some((line) => line.includes(each)),
        each,
      );
  });
});

/** Something for each look to find. */
const spoil = `(() => {
  const add = (name, text, style) => {
    const element = document.querySelector('main').appendChild(document.createElement(name));
    element.textContent = text;
    for (const [key, value] of Object.entries(style)) element.style.setProperty(key, value, 'important');
    return element;
  };
  add('img', '', {});
  add('p', 'wide', { width: '2000px' });
  add('p', 'odd', { 'font-size': '17px', transition: 'opacity 1s' });
  add('i', '', { display: 'block', width: '1em', height: '1em', background: 'rgb(200 20 20)' });
  add('button', 'pressed', { border: '1px solid red', outline: 'none' }).setAttribute('aria-pressed', 'true');
  add('p', 'is cut where texts are large', { width: '20px', height: '20px', overflow: 'hidden', 'white-space': 'nowrap' });
  for (const text of ['one above', 'two above']) add('p', text, { position: 'absolute', top: '300px', left: '40px', margin: '0' });
  add('p', 'out', { position: 'fixed', top: '0', left: 'calc(100% - 10px)' });
  const way = add('p', '', {});
  for (const text of ['A', '→', 'B']) way.appendChild(document.createElement('bdi')).textContent = text;
  const link = add('a', 'trap', {});
  link.href = '#';
  link.addEventListener('keydown', (event) => event.key === 'Tab' && event.preventDefault());
  add('button', 'behind the trap', {});
})()`;
