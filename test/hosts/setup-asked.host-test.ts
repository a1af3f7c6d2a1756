// needs: php, chromium
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { desktop, TestBrowser } from '../pages/browser.ts';
import { findPhp } from './php.ts';

const code = `define('TRACKER_EDGE', true); require $argv[1];
  echo '<p id="tracker-asked">Open <a href="/status">the status</a>.</p>', tracker_setup_script(array('statusPath' => '/status'));`;

test('where PHP gets no answer from its own site the browser asks until one comes', async () => {
  const html = execFileSync(findPhp(), ['-r', code, '--', join(edgeSource, '_tracker_setup_page.php')]).toString();
  await using browser = await TestBrowser.open();
  const page = await browser.page(desktop);
  const answers = [() => null, () => '<html>busy', () => '{"success":false}', () => '{"success":true}'];
  let asked = 0;
  await page.route('**/*', (route) => {
    if (!route.request().url().endsWith('/status')) return route.fulfill({ contentType: 'text/html', body: html });
    const body = answers[Math.min(asked++, answers.length - 1)]?.() ?? null;
    return body === null ? route.abort() : route.fulfill({ contentType: 'application/json', body });
  });
  await page.goto('http://crew.example/setup.php');
  await page.getByRole('link', { name: 'the status' }).waitFor();
  await page.locator('p.tracker-good').getByText('Pilots can fly.').waitFor();
  assert.equal(asked, answers.length);
});
