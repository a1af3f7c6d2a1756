import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingKinds } from '../../platform/site/finding-kinds.ts';
import { setUpFindings } from './findings.ts';

/** What nobody can do in a panel, in the file manager or by FTP. */
const ofTerminal =
  /`(tracker|php artisan|certbot|smartctl)\b|--\w|\b(chmod|chown|sudo|shell|systemd|nginx|virtual host|server block)\b|TRACKER_[A-Z]/;
/** Settings that only somebody with a terminal can have changed. */
const bySettings = ['https-not-required', 'proxy-headers-trusted', 'live-time-below-suspension'];

test('what set-up in the browser tells to do can be done without a terminal', () => {
  for (const [name, { severity, title, reason, remedy }] of Object.entries(findingKinds)) {
    if (bySettings.includes(name)) continue;
    const said = typeof remedy === 'string' ? remedy : JSON.stringify(remedy);
    const finding = { name, severity, title, reason, remedy: said, subject: 's', evidence: 'e' };
    const [shown] = setUpFindings({ report: { findings: [finding] }, problem: null } as never);
    const cure = shown?.cure.slice(reason.length) ?? '';
    assert.doesNotMatch(cure, ofTerminal, name);
  }
});
