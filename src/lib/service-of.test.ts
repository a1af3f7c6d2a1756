import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { commandThatStops, serviceThatOpened } from './service-of.ts';

/** Processes as Linux shows them: the server has the number 41, and what systemd started the number 40. */
function world(t: TestContext, groups: string, started: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-service-of-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'lock');
  writeFileSync(file, '');
  const proc = join(folder, 'proc');
  for (const [pid, words] of [
    ['40', started],
    ['41', 'node\0tracker.js\0serve\0'],
  ] as const) {
    mkdirSync(join(proc, pid, 'fd'), { recursive: true });
    writeFileSync(join(proc, pid, 'cgroup'), groups);
    writeFileSync(join(proc, pid, 'cmdline'), words);
  }
  symlinkSync('/dev/null', join(proc, '41/fd/0'));
  symlinkSync(file, join(proc, '41/fd/7'));
  return { file, proc, folder };
}

const own = '0::/system.slice/va-tracker.service\n';
const serves = '/usr/bin/node\0--options\0/usr/bin/tracker\0serve\0';

const cases: readonly (readonly [
  what: string,
  groups: string,
  started: string,
  triggers: string,
  stop: string | null,
])[] = [
  ['with its socket', own, serves, 'va-tracker.socket', 'systemctl stop va-tracker.socket va-tracker.service'],
  ['without one', '0::/system.slice/tracker.service\n', serves, '', 'systemctl stop tracker.service'],
  [
    'one of several, on a system with the older groups',
    '9:pids:/system.slice\n1:name=systemd:/system.slice/system-va\\x2dtracker.slice/va-tracker@crew.service\n0::/\n',
    serves,
    '',
    'systemctl stop va-tracker@crew.service',
  ],
  ['started by cron', '0::/system.slice/cron.service\n', '/usr/sbin/cron\0-f\0', '', null],
  ['of a user', '0::/user.slice/user-1000.slice/user@1000.service/app.slice/tracker.service\n', serves, '', null],
  ['in a terminal', '0::/user.slice/user-0.slice/session-3.scope\n', 'bash\0', '', null],
];

for (const [what, groups, started, triggers, stop] of cases)
  test(`the service of a server that has the data directory: ${what}`, (t) => {
    const { file, proc } = world(t, groups, started);
    const service = serviceThatOpened(file, { proc, ask: () => `MainPID=40\nTriggeredBy=${triggers}\n` });
    assert.equal(service === null ? null : commandThatStops(service), stop);
  });

test('no service has what nobody has open, and none is known without systemd', (t) => {
  const { folder, file, proc } = world(t, own, serves);
  assert.equal(serviceThatOpened(join(folder, 'other'), { proc, ask: () => 'MainPID=40\n' }), null);
  assert.equal(serviceThatOpened(file, { proc, ask: () => null }), null);
});
