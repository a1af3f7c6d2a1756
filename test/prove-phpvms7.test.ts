import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedOf, offBy, SentPoints } from '../prove/phpvms7/captured-points.ts';
import { asPilot, wires } from '../prove/phpvms7/captured-wires.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const at = (minute: number) => noon + minute * 60_000;
const clock = (minute: number) => new Date(at(minute)).toISOString();

test('a point of a captured round is in its own time, and nowhere else', () => {
  const cases: readonly (readonly [string, Parameters<SentPoints['note']>, number[], number[]])[] = [
    ['what it says', [[{ lat: 1, created_at: clock(3) }], at(9), at(9)], [at(3)], [at(9)]],
    ['when it was sent', [[{ latitude: 1 }], at(9), at(10)], [at(9)], [at(11)]],
    [
      'when it was sent, whatever the simulator shows',
      [[{ lat: 1, sim_time: clock(600) }], at(9), at(9)],
      [at(9)],
      [at(600)],
    ],
    [
      'as the simulator’s clock went on',
      [[0, 30, 60].map((minute) => ({ lat: 1, sim_time: clock(minute) })), at(0), at(0)],
      [at(0), at(30), at(60)],
      [at(60), at(60), at(0)],
    ],
  ];
  for (const [what, sent, right, wrong] of cases) {
    const points = new SentPoints();
    points.note(...sent);
    assert.deepEqual(
      offBy(right, points.all),
      right.map(() => 0),
      what,
    );
    assert.ok(
      offBy(wrong, points.all).some((off) => off >= 30_000),
      what,
    );
  }
  assert.deepEqual(offBy([at(0)], []), [Number.POSITIVE_INFINITY]);
});

test('what is sent again is there once, but for a client that stands still', () => {
  const points = new SentPoints();
  for (let again = 0; again < 2; again++) {
    points.note([{ id: 'a', lat: 1, sim_time: clock(again) }], at(again), at(again));
    points.note([{ lat: 2, sim_time: clock(0) }], at(again), at(again));
    points.note([{ latitude: 3 }], at(again), at(again));
    points.note(
      [
        { lat: 4, type: 2 },
        { lat: 4, log: 'Parked' },
      ],
      at(again),
      at(again),
    );
  }
  assert.deepEqual(
    points.all.map(({ lat }) => lat),
    [1, 2, 3, 3],
  );
});

test('a point that the client does not keep may be missing, and no other', () => {
  const points = new SentPoints();
  points.note([{ latitude: 1 }], at(0), at(0));
  points.note([{ latitude: 2.9999 }], at(1), at(1), false);
  points.note([{ latitude: 3 }], at(2), at(2));
  const lats = (rows: readonly number[]) => expectedOf(rows, points.all).map(({ lat }) => lat);
  assert.deepEqual(
    [lats([1, 2.9999, 3]), lats([1, 3]), lats([1]), lats([1, 2.9999, 2.9999, 3])],
    [
      [1, 2.9999, 3],
      [1, 3],
      [1, 3],
      [1, 2.9999, 3],
    ],
  );
});

test('the files of each contract say what flies, and the pilot is the site’s', () => {
  const pilot = { login: 'ada@va.example', password: 'p"w', key: 'k' };
  assert.equal(asPilot('/pilot/login?username=DMO0001&x=1', pilot), '/pilot/login?username=ada%40va.example&x=1');
  assert.deepEqual(JSON.parse(asPilot('{"username":"DMO0001","password":"demo-pilot"}', pilot)), {
    username: 'ada@va.example',
    password: 'p"w',
  });
  const update = JSON.stringify({ tracking_id: 'P1', latitude: 5 });
  const seen = wires.map(({ files, pathAt, pointsOf }) => [
    files.length > 0,
    pathAt('/api/stratos/flights/update', '/b'),
    pointsOf('/api/x/flights/update', update)?.pirep ?? null,
    pointsOf('/api/pireps/P2/acars/position', '{"positions":[{"lat":1}]}')?.pirep ?? null,
  ]);
  assert.deepEqual(seen, [
    [true, '/b/api/stratos/flights/update', null, 'P2'],
    [true, '/api/stratos/flights/update', 'P1', null],
    [true, '/api/tracker/stratos/flights/update', 'P1', null],
  ]);
});
