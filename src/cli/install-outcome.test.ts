import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFinding } from '../platform/check/finding.ts';
import type { Report } from '../platform/check/run.ts';
import type { WebServer } from '../platform/site/finding-kind.ts';
import { type FindingName, findingKinds } from '../platform/site/finding-kinds.ts';
import { adviceOnSite, isInstalled } from './install-outcome.ts';

function reportOf(server: WebServer, ...names: readonly FindingName[]): Report {
  const folder = '/var/www/crew';
  const findings = names.map((name) => toFinding({ name, subject: folder, evidence: '' }, server, folder));
  return { folder, server, url: 'https://crew.example', findings };
}

interface Case {
  readonly what: string;
  readonly findings: readonly FindingName[];
  readonly isInstalled: boolean;
  /** The command that is named, by web server. */
  readonly command: Readonly<Partial<Record<WebServer, string>>> | null;
}

const cases: readonly Case[] = [
  { what: 'nothing', findings: [], isInstalled: true, command: null },
  { what: 'warnings and notes', findings: ['edge-outdated', 'ways-of-calls'], isInstalled: true, command: null },
  {
    what: 'what a stock phpVMS 5 brings along',
    findings: ['shipped-folder-readable'],
    isInstalled: true,
    command: {
      apache: 'tracker check /var/www/crew --fix',
      litespeed: 'tracker check /var/www/crew --fix',
      nginx: 'tracker install /var/www/crew --server nginx',
      caddy: 'tracker install /var/www/crew --server caddy',
      other: 'tracker install /var/www/crew --server NAME',
    },
  },
  { what: 'a file of Tracker', findings: ['edge-mixed'], isInstalled: false, command: null },
  { what: 'a module that does not fit', findings: ['module-outdated'], isInstalled: false, command: null },
  { what: 'a database that cannot be used', findings: ['database-tables'], isInstalled: false, command: null },
  { what: 'clients that are refused', findings: ['proxy-not-trusted'], isInstalled: false, command: null },
  { what: 'that nothing could be checked', findings: ['not-checked'], isInstalled: false, command: null },
  { what: 'that no address is known', findings: ['no-address'], isInstalled: false, command: null },
  {
    what: 'both',
    findings: ['private-file-readable', 'plain-http', 'data-readable'],
    isInstalled: false,
    command: { apache: 'tracker check /var/www/crew --fix' },
  },
];

test('every serious finding that is not about the site itself is a failure of the install', () => {
  const about = {
    site: [
      'private-file-readable',
      'shipped-folder-readable',
      'repository-readable',
      'archive-readable',
      'phpinfo-runs',
    ],
    rest: ['obsolete-script', 'tracking-folder-copy', 'installer-left', 'plain-http', 'certificate-wrong'],
  };
  const serious = Object.entries(findingKinds).filter(([, { severity }]) => severity === 'serious');
  const passed = serious.map(([name]) => name as FindingName).filter((name) => isInstalled(reportOf('apache', name)));
  assert.deepEqual(passed.sort(), [...about.site, ...about.rest, 'live-time-below-suspension'].sort());
});

for (const { what, findings, isInstalled: expected, command } of cases) {
  test(`install, and the checks find ${what}`, () => {
    assert.equal(isInstalled(reportOf('apache', ...findings)), expected);
    if (command === null) assert.equal(adviceOnSite(reportOf('apache', ...findings)), '');
    for (const [server, line] of Object.entries(command ?? {})) {
      const [sentence = '', ...rest] = adviceOnSite(reportOf(server as WebServer, ...findings)).split('\n');
      assert.match(sentence, findings.length === 1 ? /^One serious finding is/ : /^2 serious findings are/);
      assert.deepEqual(rest, [`  ${line}`]);
    }
  });
}
