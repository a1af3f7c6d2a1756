import { setTimeout } from 'node:timers/promises';
import { Chance } from '../../src/cli/flying/chance.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { seedFleet } from '../fleet/fixture.ts';
import { describeFindings, type Findings, inspect, isFaultless } from '../fleet/inspect.ts';
import { flyUntil } from '../fleet/one-after-the-other.ts';
import type { FlownFlight } from '../fleet/pilot.ts';
import { openFleetServer, type Weakness } from '../fleet/server.ts';
import type { Prove } from '../prove.ts';
import { describeMemory, isFlat, type Sample, sampleWhile } from './memory.ts';

interface Soak {
  readonly pilots: number;
  readonly minutes: number;
  /** Positions of a flight, and the time between two of them. */
  readonly positions: number;
  readonly everyMs: number;
  readonly weakness: Weakness;
}

interface Soaked {
  readonly findings: Findings;
  readonly samples: readonly Sample[];
  readonly errors: readonly string[];
}

const patient = 600_000;

/**
 * Pilots who fly one flight after the other by a network that loses and doubles, with clients that crash and a crew center
 * that fails: memory stays where it is, every position and PIREP is there once, and no pilot sees an error.
 */
export const soak: Prove = {
  usage: 'soak [--short] [--self-test] [--minutes 30]',
  async run({ short, selfTest, minutes, note, out, figure }) {
    const brief = { pilots: 24, minutes: 3 / 60, positions: 20, everyMs: 50 };
    const whole = { pilots: 200, minutes: minutes ?? 30, positions: 60, everyMs: 2_500 };
    const size = short || selfTest ? brief : whole;
    let isProven = true;
    if (!selfTest) {
      const soaked = await runSoak({ ...size, weakness: 'none' }, note);
      const isKept = isFaultless(soaked.findings) && soaked.errors.length === 0 && isFlat(soaked.samples);
      const text =
        `${size.pilots} pilots, ${(size.minutes).toFixed(1)} min: ${describeFindings(soaked.findings)}; ` +
        `${soaked.errors.length} errors seen; ${describeMemory(soaked.samples)}`;
      out(`${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
      for (const error of soaked.errors.slice(0, 5)) out(`  ${error}`);
      figure({ promise: 'soak', text, isKept });
      isProven = isKept;
    }
    const weak = await runSoak({ ...brief, weakness: 'leaks-and-forgets' }, note);
    const [hasLost, hasGrown] = [weak.findings.lost > 0, !isFlat(weak.samples)];
    out(`a server that forgets each 15th report: ${weak.findings.lost} lost: ${noticed(hasLost)}`);
    out(`and remembers the others for ever: ${describeMemory(weak.samples)}: ${noticed(hasGrown)}`);
    return isProven && hasLost && hasGrown;
  },
};

const noticed = (isSo: boolean) => (isSo ? 'noticed' : 'NOT NOTICED');

async function runSoak(size: Soak, note: (text: string) => void): Promise<Soaked> {
  using folder = tempFolder('soak');
  const { path: data } = folder;
  const fleet = await seedFleet(data, size.pilots);
  const isBrief = size.minutes < 10;
  const trouble = { seed: 'soak', everyMs: isBrief ? 200 : 2_000 };
  await using server = await openFleetServer({ data, weakness: size.weakness, trouble, collects: isBrief });
  const isOver = over(size.minutes);
  const log = { flown: [] as FlownFlight[], errors: [] as string[] };
  const order = {
    ...size,
    url: server.url,
    hasFaults: true,
    askPatienceMs: patient,
    pauseMs: 1_000,
    haste: isBrief ? 20 : 1,
  };
  const flying = fleet.map(async (pilot, index) => {
    const chance = new Chance(`soak ${index}`);
    await setTimeout(chance.next() * size.positions * size.everyMs * (isBrief ? 0.1 : 1));
    await flyUntil(isOver, pilot, { ...order, chance }, log);
  });
  let isDone = false;
  const done = Promise.all(flying).finally(() => {
    isDone = true;
  });
  const samples = await sampleWhile(server, { isBrief, isOver: () => isDone, note });
  await done;
  await server.end('SIGTERM');
  return { findings: await inspect(data, log.flown), samples, errors: log.errors };
}

function over(minutes: number): () => boolean {
  const until = performance.now() + minutes * 60_000;
  return () => performance.now() >= until;
}
