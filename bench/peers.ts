import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cutPower, layTwins } from '../prove/durability/power-cut.ts';
import { compileShim } from '../test/hosts/shim.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { type LoadProcess, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { startMosquitto } from './peers/mosquitto.ts';
import type { Peer } from './peers/peer.ts';
import { startPlainPhp } from './peers/plain-php.ts';
import { startRedis } from './peers/redis.ts';
import { startTracker } from './peers/tracker.ts';
import { flightsOf } from './positions.ts';
import { byTurns } from './sample.ts';

const aim: Aim = {
  goal: 'P9',
  what: 'reports a second, acknowledged when they are on disk, ÷ the fastest peer that lost none',
  kind: 'at least',
  aim: 0.8,
  short: 0.8,
};
/** How long each is measured, and after how long it is killed; in a short round only that it runs. */
const whole = { warmUpMs: 1_000, roundMs: 3_000, killAfterMs: 1_500 } as const;
const short = { warmUpMs: 200, roundMs: 500, killAfterMs: 500 } as const;
type Times = typeof whole | typeof short;

type Name = 'tracker' | 'redis' | 'mosquitto' | 'php';
type Peers = Readonly<Record<Name, Peer>>;

/**
 * P9: "one report, acknowledged when it is on disk", by a thousand connections with the same report: this server, which checks
 * session, flight, repeats and figures meanwhile, beside programs that store what they are given. Each is killed under load
 * and, where that can be done, loses what it has not synced: one that lost a report is no yardstick, however fast.
 */
export async function benchPeers({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const times = isShort ? short : whole;
  const flightCount = flightsOf(isShort);
  using folder = tempFolder('bench');
  const { path } = folder;
  note(`writing ${flightCount} open flights`);
  const tokens = await writeFixture(join(path, 'tracker'), flightCount);
  await using opened = new AsyncDisposableStack();
  const load = opened.use(await startLoad(tokens));
  const peers: Peers = {
    tracker: opened.use(await startTracker(join(path, 'tracker'), flightCount)),
    redis: opened.use(await startRedis(join(path, 'redis'), tokens)),
    mosquitto: opened.use(await startMosquitto(join(path, 'mosquitto'))),
    php: opened.use(await startPlainPhp(tokens)),
  };
  // What is done at a flight's first report is not measured.
  for (const name of names) await rate(load, peers[name], times);
  const rates: Readonly<Record<Name, number>>[] = [];
  for (let round = 1; round <= rounds; round++) {
    const rateOf = (peer: Peer) => () => rate(load, peer, times);
    const result = await byTurns(round, {
      tracker: rateOf(peers.tracker),
      redis: rateOf(peers.redis),
      mosquitto: rateOf(peers.mosquitto),
      php: rateOf(peers.php),
    });
    rates.push(result);
    note(`round ${round}: ${names.map((name) => `${peers[name].name} ${Math.round(result[name])}/s`).join(' · ')}`);
  }
  const library = compileShim(join(import.meta.dirname, '../prove/durability/power-cut.c'), path);
  const safe: Name[] = [];
  for (const name of names) {
    const ends = await tryEnds(load, peers[name], {
      twins: join(path, 'twins'),
      library,
      killAfterMs: times.killAfterMs,
    });
    note(`${peers[name].name}: ${ends.map(({ how, told, lost }) => `${how}: ${lost} of ${told} lost`).join('; ')}`);
    if (ends.every(({ lost }) => lost === 0)) safe.push(name);
  }
  if (!safe.includes('tracker')) throw new Error('Tracker has lost what it acknowledged.');
  const others = safe.filter((name) => name !== 'tracker');
  const best = (round: Readonly<Record<Name, number>>) => Math.max(...others.map((name) => round[name]));
  return [
    judge(
      aim,
      rates.map((round) => round.tracker / best(round)),
    ),
  ];
}

const names: readonly Name[] = ['tracker', 'redis', 'mosquitto', 'php'];

async function rate(load: LoadProcess, { target }: Peer, { warmUpMs, roundMs }: Times): Promise<number> {
  const {
    rate: perSecond,
    failed,
    firstFailure,
  } = await load.run({
    kind: 'closed',
    ...target,
    warmUpMs,
    measureMs: roundMs,
  });
  if (failed > 0) throw new Error(`${failed} reports were not acknowledged, first: ${firstFailure}`);
  return perSecond;
}

interface End {
  readonly how: string;
  readonly told: number;
  readonly lost: number;
}

/** Ends it under load with -9, and again with all that it had not synced gone. */
async function tryEnds(
  load: LoadProcess,
  peer: Peer,
  { twins, library, killAfterMs }: { readonly twins: string; readonly library: string; readonly killAfterMs: number },
): Promise<readonly End[]> {
  const { directory } = peer;
  const ends: End[] = [];
  const tryOne = async (how: string, settle: () => void) => {
    const before = await peer.count();
    const running = load.run({ kind: 'closed', ...peer.target, warmUpMs: 0, measureMs: 2 * killAfterMs });
    await setTimeout(killAfterMs);
    await peer.kill();
    const told = (await running).answered;
    settle();
    await peer.start();
    const more = Math.max(0, (await peer.count()) - before);
    ends.push({ how, told, lost: Math.max(0, told - more) });
  };
  await tryOne('killed', () => {});
  if (directory !== null) {
    await peer.kill();
    await peer.start(layTwins(directory, twins, library));
    await tryOne('power cut', () => cutPower(directory, twins, null));
  }
  return ends;
}
