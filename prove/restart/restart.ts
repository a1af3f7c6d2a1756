import { setTimeout } from 'node:timers/promises';
import { Chance } from '../../src/cli/flying/chance.ts';
import { SocketParent } from '../../test/flying/socket-parent.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { seedFleet } from '../fleet/fixture.ts';
import { describeFindings, type Findings, inspect, isFaultless } from '../fleet/inspect.ts';
import { flyUntil } from '../fleet/one-after-the-other.ts';
import type { FlownFlight } from '../fleet/pilot.ts';
import type { Prove } from '../prove.ts';

interface Size {
  readonly pilots: number;
  readonly positions: number;
  readonly everyMs: number;
  /** Between two signals. */
  readonly apartMs: number;
  /** Sent one after the other, each when the server before is ready and pilots fly again. */
  readonly signals: readonly Signal[];
  readonly haste: number;
}

/** Two end the server and it is started again with the same socket, as by systemd; the third one reloads its settings. */
type Signal = 'SIGTERM' | 'SIGKILL' | 'SIGHUP';

interface Restarted {
  readonly findings: Findings;
  /** What pilots saw. */
  readonly errors: readonly string[];
}

const settings = {
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_LOG_LEVEL: 'info',
};
const round: readonly Signal[] = ['SIGTERM', 'SIGHUP', 'SIGKILL'];

/**
 * Pilots fly with the SDK while `tracker serve` is ended by signal, reloaded and killed: none of them sees an error, and what
 * they sent is there, once. Then pilots fly whose client does not try again: the proof must notice what they see.
 */
export const restart: Prove = {
  usage: 'restart [--short] [--self-test] [--rounds 4]',
  async run({ short, selfTest, rounds, out, figure }) {
    const brief = { pilots: 12, positions: 20, everyMs: 100, apartMs: 800, signals: round, haste: 5 };
    const signals = Array.from({ length: rounds ?? 4 }, () => round).flat();
    const size = short ? brief : { pilots: 40, positions: 60, everyMs: 250, apartMs: 6_000, signals, haste: 1 };
    let isProven = true;
    if (!selfTest) {
      const { findings, errors } = await fly(size, true);
      isProven = isFaultless(findings) && errors.length === 0;
      const what = `${size.pilots} pilots, ${size.signals.length} signals (${round.join(', ')})`;
      const text = `${what}: ${describeFindings(findings)}; ${errors.length} errors seen`;
      out(`${text}: ${isProven ? 'kept' : 'NOT KEPT'}`);
      for (const error of errors.slice(0, 5)) out(`  ${error}`);
      figure({ promise: 'restart', text, isKept: isProven });
    }
    // Of so short flights nearly all the time is sign-in, start and finish: several are under way whenever the server is killed.
    const shortFlights = { positions: 2, everyMs: 20, signals: ['SIGKILL', 'SIGKILL'] } as const;
    const { errors } = await fly({ ...brief, ...shortFlights }, false);
    out(`clients that do not try again see ${errors.length} errors: ${errors.length > 0 ? '' : 'NOT '}noticed`);
    return isProven && errors.length > 0;
  },
};

async function fly(size: Size, triesAgain: boolean): Promise<Restarted> {
  using folder = tempFolder('restart');
  const { path: data } = folder;
  const fleet = await seedFleet(data, size.pilots);
  const endings = size.signals.filter((signal) => signal !== 'SIGHUP').length;
  await using parent = await SocketParent.open(data, endings, settings);
  const patience = triesAgain ? { askPatienceMs: 600_000 } : { askPatienceMs: 0, patienceMs: 0 };
  const order = { ...size, ...patience, url: parent.url, hasFaults: false, pauseMs: 200 };
  const log = { flown: [] as FlownFlight[], errors: [] as string[] };
  let isOver = false;
  const flying = fleet.map((pilot, index) =>
    flyUntil(() => isOver, pilot, { ...order, chance: new Chance(`restart ${index}`) }, log),
  );
  for (const signal of size.signals) {
    await setTimeout(size.apartMs);
    if (signal === 'SIGHUP') parent.tell(signal);
    else await parent.restart(signal);
  }
  await setTimeout(size.apartMs);
  isOver = true;
  await Promise.all(flying);
  await parent.end();
  return { findings: await inspect(data, log.flown), errors: log.errors };
}
