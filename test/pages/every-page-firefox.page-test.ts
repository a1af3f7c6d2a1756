// needs: firefox
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectRoutes } from '../../prove/served/routes.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { type Answered, addSubjects, everyPage } from '../every-page.ts';
import { Firefox } from './firefox.ts';
import { Site } from './site.ts';

const windows = [
  { width: 390, height: 844 },
  { width: 1_440, height: 900 },
];

/** How wide the page is beyond its window, and how bright its ground, of 255. */
const look = `(() => {
  const root = document.documentElement;
  const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g) ?? [];
  return [root.scrollWidth - root.clientWidth, Number(red)];
})()`;

/** Notes what gets the focus from now on. Returns how often Tab is to be pressed. */
const watchFocus = `(() => {
  window.reached = new Set();
  // Not on 'focusin': a window without a screen may be in the background, where it is not told.
  for (const kind of ['keydown', 'keyup']) addEventListener(kind, () => reached.add(document.activeElement), true);
  // A field that has the focus from the start would have what is before it come last.
  const start = document.createElement('i');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  const parts = document.querySelectorAll('input[type=date], input[type=datetime-local], input[type=time]').length;
  window.controls = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter((each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }));
  return controls.length + 8 * parts + 10;
})()`;

/** Of radio buttons Tab reaches one of each group. */
const unreached = `controls.filter((each) => each.isConnected && !reached.has(each) &&
  !(each.type === 'radio' && [...reached].some(({ type, name }) => type === 'radio' && name === each.name)))
  .map(({ outerHTML }) => outerHTML.slice(0, 120))`;

/** Sends the form of the page as it stands, with these values. */
const send = (values: Readonly<Record<string, string>>) => `(async () => {
  const form = document.querySelector('main form');
  for (const [name, value] of Object.entries(${JSON.stringify(values)})) form.elements.namedItem(name).value = value;
  const sent = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  return sent.status;
})()`;

const [phone = { width: 390, height: 844 }] = windows;

async function signIn(firefox: Firefox, site: Site): Promise<void> {
  const password = 'correct horse battery';
  const key = await site.server.tracker.operator.makeSetupPath('test');
  await firefox.goto(site.url(key), phone);
  assert.equal(await firefox.evaluate(send({ name: 'operator', password, again: password })), 200);
  await firefox.goto(site.url('/tracker/my/sign-in'), phone);
  assert.equal(await firefox.evaluate(send({ login: 'ada@demo-air.example', password: demoPassword })), 200);
}

/** Asks from within the browser, which has the cookies. */
const askFrom = (firefox: Firefox) => async (path: string) =>
  (await firefox.evaluate(
    `fetch(${JSON.stringify(path)}, { redirect: 'manual', headers: { accept: 'text/html' } }).then(async (answer) =>
      ({ status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text() }))`,
  )) as Answered;

for (const theme of ['light', 'dark'] as const)
  test(`in Firefox, too, every page fits a phone and a screen in ${theme}, says no error, and has each control in reach of the keyboard`, async (t) => {
    const routes = collectRoutes();
    await using site = await Site.open();
    await addSubjects(site.server);
    await site.start(await site.signIn(), 'MMUN');
    await using firefox = await Firefox.open(theme);
    await signIn(firefox, site);
    const { pages } = await everyPage(routes, askFrom(firefox));
    let controls = 0;
    for (const { path } of pages) {
      for (const viewport of windows) {
        await firefox.goto(site.url(path), viewport);
        const [beyond = 1, ground = 0] = (await firefox.evaluate(look)) as number[];
        assert.ok(beyond <= 0, `${path}: ${beyond} px beyond ${viewport.width} px`);
        assert.equal(ground < 128, theme === 'dark', `${path}: the ground is ${ground}`);
      }
      if (theme === 'dark') continue;
      await firefox.pressTab(Number(await firefox.evaluate(watchFocus)));
      assert.deepEqual(await firefox.evaluate(unreached), [], path);
      controls += Number(await firefox.evaluate('controls.length'));
    }
    assert.ok(pages.length > 60, `${pages.length} pages`);
    t.diagnostic(`${pages.length} pages in ${windows.length} windows`);
    if (theme === 'light') {
      t.diagnostic(`${controls} controls reached by keyboard`);
      assert.ok(controls > 1_000, `${controls} controls`);
    }
    assert.deepEqual(firefox.complaints, []);
  });
