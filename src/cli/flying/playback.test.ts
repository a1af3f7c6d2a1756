import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPlayback } from './playback.ts';
import { parseRecording } from './recording.ts';

const head = { format: 'tracker-recording', version: 1, columns: ['t', 'lat', 'lon'] };
const rows = [head, [0, 1, 1], [600, 2, 2], [3600, 3, 3]];
const recording = parseRecording(rows.map((row) => JSON.stringify(row)).join('\n'), 'x');
const now = Date.parse('2026-03-01T12:00:00Z');
const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);

const cases: readonly {
  readonly name: string;
  readonly speed: number;
  readonly recorded: readonly string[];
  readonly due: readonly number[];
}[] = [
  {
    name: 'real time: everything is reported when it happens',
    speed: 1,
    recorded: ['12:00:00', '12:10:00', '13:00:00'],
    due: [now, at('12:10:00'), at('13:00:00')],
  },
  {
    name: '60 times: ends in a minute, and its times end then',
    speed: 60,
    recorded: ['11:01:00', '11:11:00', '12:01:00'],
    due: [now, at('12:00:10'), at('12:01:00')],
  },
  {
    name: 'as fast as acknowledged: everything at once, and it ends now',
    speed: Number.POSITIVE_INFINITY,
    recorded: ['11:00:00', '11:10:00', '12:00:00'],
    due: [now, now, now],
  },
];
for (const { name, speed, recorded, due } of cases) {
  test(`playback at ${name}`, () => {
    const playback = planPlayback(recording, speed, now, null);
    assert.deepEqual(
      [0, 1, 2].map((index) => playback.recordedAt(index).slice(11, 19)),
      recorded,
    );
    assert.deepEqual(
      [0, 1, 2].map((index) => playback.dueAt(index)),
      due,
    );
    for (const index of [0, 1, 2]) assert.ok(Date.parse(playback.recordedAt(index)) <= playback.dueAt(index));
  });
}

test('a resumed flight keeps its original times', () => {
  const begun = { index: 1, recordedAt: at('11:00:00') + 7 };
  const playback = planPlayback(recording, 60, now, begun);
  assert.equal(playback.recordedAt(1), '2026-03-01T11:00:00.007Z');
  assert.equal(playback.recordedAt(2), '2026-03-01T11:50:00.007Z');
});

test('a flight begun in real time cannot end sooner: its times would be in the future, and nothing would be sent until they are not', () => {
  const begun = { index: 1, recordedAt: now };
  for (const speed of [Number.POSITIVE_INFINITY, 600, 2])
    assert.throws(() => planPlayback(recording, speed, now, begun), /another speed/, String(speed));
  assert.equal(planPlayback(recording, 1, now, begun).dueAt(1), now);
});

test('where the recording has a hole it is said how long nothing is sent, and not where reports go on', () => {
  const slow = planPlayback(recording, 60, now, null);
  assert.equal(slow.holeBefore(2, 50_000), 'The recording has a hole of 50 min here: the next report is sent in 50 s.');
  assert.equal(slow.holeBefore(2, 5000), null, 'played so fast that nobody waits');
  assert.equal(slow.holeBefore(0, 60_000), null);
  const close = parseRecording([head, [0, 1, 1], [60, 2, 2]].map((row) => JSON.stringify(row)).join('\n'), 'x');
  assert.equal(planPlayback(close, 1, now, null).holeBefore(1, 60_000), null);
});
