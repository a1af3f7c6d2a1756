// needs: prometheus
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findPart, prometheusPart } from './parts.ts';

const rules = join(import.meta.dirname, '../../docs/monitoring/alerts.yml');
const [promtool = ''] = findPart(prometheusPart);
const ask = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8', timeout: 60_000 });
  return { status, text: stdout + stderr };
};

/** What is measured each minute, in the words of `promtool test rules`, and the rules that this must set off, and no other. */
const worlds: readonly (readonly [
  what: string,
  minutes: number,
  series: Readonly<Record<string, string>>,
  alerts: readonly string[],
])[] = [
  ['a server that does not answer', 3, { 'up{job="tracker"}': '0x10' }, ['TrackerDown']],
  ['one that answers again in time', 4, { 'up{job="tracker"}': '1 0 1x10' }, []],
  ['a full disk', 30, conditions('journal-full', 'disk-nearly-full'), ['TrackerCannotStore', 'TrackerDiskNearlyFull']],
  ['a damaged file', 5, { 'tracker_damaged{file="journal.sqlite"}': '0 2x20' }, ['TrackerDataDamaged']],
  ['no part of the pilots', 5, conditions('no-partition'), ['TrackerLeaseLost']],
  ['a clock that is wrong', 5, conditions('clock-differs'), ['TrackerClockDiffers']],
  ['a short outage of the crew center', 5, conditions('crew-center-lost'), []],
  [
    'a long one',
    15,
    conditions('crew-center-lost', 'delivery-late'),
    ['TrackerCrewCenterUnreachable', 'TrackerOutboxStuck'],
  ],
  ['a filing that needs the operator', 15, conditions('filing-set-aside'), ['TrackerOutboxStuck']],
  ['refused positions', 40, reports('0+60x60', '0+6x60', 'too-many-requests'), ['TrackerPositionsRefused']],
  ['a few of them', 40, reports('0+600x60', '0+6x60', 'too-many-requests'), []],
  ['clients without a session', 40, reports('0+60x60', '0+60x60', 'session-expired'), []],
  ['no backup for two days', 3_000, { tracker_backup_timestamp_seconds: '0x3000' }, ['TrackerBackupTooOld']],
  ['a backup of yesterday', 1_500, { tracker_backup_timestamp_seconds: '0x3000' }, []],
  ['a webhook that does not answer', 40, webhook('waiting', '1+1x60'), ['TrackerWebhookFailing']],
  ['one that is a little late', 40, webhook('waiting', '0 3 2 1 0x60'), []],
  ['one that was given up', 10, webhook('set-aside', '0 1x20'), ['TrackerWebhookFailing']],
  ['a certificate', 90, conditions('certificate-ends'), ['TrackerCertificateEnds']],
];

test('promtool finds nothing wrong with the alert rules', () => {
  const { status, text } = ask('check', 'rules', rules);
  assert.equal(status, 0, text);
  assert.match(text, /SUCCESS: \d+ rules found/);
});

for (const [what, minutes, series, alerts] of worlds)
  test(`alerts of ${what}: ${alerts.join(', ') || 'none'}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-rules-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'world.json');
    // JSON is YAML.
    const asked = names().map((alertname) => ({
      eval_time: `${minutes}m`,
      alertname,
      exp_alerts: alerts.includes(alertname) ? [{}] : [],
    }));
    const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
    const world = { interval: '1m', input_series: input, alert_rule_test: asked };
    writeFileSync(file, JSON.stringify({ rule_files: [bare(folder)], evaluation_interval: '1m', tests: [world] }));
    const { status, text } = ask('test', 'rules', file);
    assert.equal(status, 0, text);
  });

function names(): readonly string[] {
  return [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
}

/** The rules without labels and texts: whether they go off is asked here, and `by` keeps what differs. */
function bare(folder: string): string {
  const file = join(folder, 'rules.yml');
  const text = readFileSync(rules, 'utf8')
    .replaceAll(/^ +(?:labels|annotations|summary|action):.*\n/gm, '')
    .replaceAll(/expr: (?!\|)(.+)$/gm, (_, expression: string) => `expr: ${JSON.stringify(`count(${expression})`)}`)
    .replaceAll(
      /expr: \|\n((?: {10,}.*\n)+)/g,
      (_, lines: string) => `expr: ${JSON.stringify(`count(${lines.trim()})`)}\n`,
    );
  writeFileSync(file, text);
  return file;
}

function conditions(...codes: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(codes.map((code) => [`tracker_condition{code="${code}"}`, '0 1x120']));
}

function reports(stored: string, refused: string, code: string): Readonly<Record<string, string>> {
  return { tracker_reports_total: stored, [`tracker_reports_refused_total{code="${code}"}`]: refused };
}

function webhook(state: string, values: string): Readonly<Record<string, string>> {
  return { [`tracker_webhook_deliveries{webhook="site",state="${state}"}`]: values };
}
