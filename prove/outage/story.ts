import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { World } from '../../test/world.ts';
import { addFleet } from '../fleet/fixture.ts';
import { CrewCenter } from './crew-center.ts';
import { type Findings, inspect } from './findings.ts';
import { OutagePilot, type Times } from './pilot.ts';
import { type Weakness, weaken } from './weakness.ts';

/** Lengths of time in ms of the virtual clock. */
export interface Size {
  readonly pilots: number;
  readonly everyMs: number;
  readonly beforeMs: number;
  readonly outageMs: number;
  readonly afterMs: number;
  /** Times that the server is ended and started again while the crew center is away; at least 1. */
  readonly restarts: number;
}

export interface Outcome {
  readonly findings: Findings;
  readonly refusedStarts: number;
  readonly waitingFinishes: number;
  /** Reports that came again and were known again. */
  readonly repeated: number;
  /** At the end of the outage. */
  readonly outbox: { readonly flights: number; readonly reports: number };
  /** Reports that were acknowledged during the outage. */
  readonly meanwhile: number;
  /** By which the heap grew from the first restart to its end, after collections of garbage, and the reports of that time. */
  readonly grown: { readonly bytes: number; readonly reports: number };
}

/** Pilots fly, the crew center is away and comes back while the server is started again now and then, and all of them finish. */
export async function tell(size: Size, weakness: Weakness): Promise<Outcome> {
  const crew = new CrewCenter(weakness);
  await using world = await World.with({
    platform: crew.around,
    journal: (journal) => weaken(journal, weakness),
    claims: { track: true },
  });
  const fleet = await addFleet(world.embedded.crewCenter, size.pilots);
  // The settings of the crew center are read again.
  await world.clock.advance(60_000);
  const pilots = fleet.map((pilot, index) => new OutagePilot(world, pilot, timesOf(index, size)));
  for (const [index, pilot] of pilots.entries()) await pilot.signIn(`198.51.${index >> 8}.${index & 255}`);
  const course = new Course(world, crew, pilots, size);
  await course.fly(size.beforeMs);
  const away = await course.beAway();
  await course.comeBack();
  const total = (pick: (pilot: OutagePilot) => number) => pilots.reduce((sum, pilot) => sum + pick(pilot), 0);
  return {
    findings: await inspect(world, crew, pilots),
    refusedStarts: total(({ refusedStarts }) => refusedStarts),
    waitingFinishes: total(({ waitingFinishes }) => waitingFinishes),
    repeated: crew.repeated,
    ...away,
  };
}

/** One in ten starts during the outage, one in five finishes during it; the others fly before, during and after it. */
function timesOf(index: number, { beforeMs, outageMs, afterMs, everyMs }: Size): Times {
  const late = (index % 7) * everyMs;
  const startsAt = index % 10 === 3 ? beforeMs + outageMs / 2 : late;
  const finishesAt = index % 5 === 1 ? beforeMs + outageMs / 3 + late : beforeMs + outageMs + afterMs / 2 + late;
  return { startsAt, finishesAt };
}

class Course {
  readonly #world: World;
  readonly #crew: CrewCenter;
  readonly #pilots: readonly OutagePilot[];
  readonly #size: Size;
  #at = 0;

  constructor(world: World, crew: CrewCenter, pilots: readonly OutagePilot[], size: Size) {
    this.#world = world;
    this.#crew = crew;
    this.#pilots = pilots;
    this.#size = size;
  }

  async fly(ms: number): Promise<void> {
    for (const end = this.#at + ms; this.#at < end; this.#at += this.#size.everyMs) {
      await Promise.all(this.#pilots.map((pilot) => pilot.act(this.#at)));
      await this.#world.clock.advance(this.#size.everyMs);
    }
  }

  /** The last answers before the outage are lost; the server is ended at even intervals. */
  async beAway(): Promise<Pick<Outcome, 'outbox' | 'meanwhile' | 'grown'>> {
    const { outageMs, restarts } = this.#size;
    // Few: each one makes the server wait for longer.
    this.#crew.answersToLose = 3;
    // Pilots fly on meanwhile: where everything is delivered already, there is no answer to lose.
    await this.#world.until(async () => {
      if (this.#crew.answersToLose > 0) await this.fly(this.#size.everyMs);
      return this.#crew.answersToLose === 0;
    });
    this.#crew.isAway = true;
    const acknowledged = this.#countSent();
    const part = outageMs / (restarts + 1);
    await this.fly(part);
    await this.#world.restart(1_000);
    const [heap, before] = [readHeap(), this.#countSent()];
    await this.fly(part);
    for (let count = 1; count < restarts; count++) {
      await this.#world.restart(1_000);
      await this.fly(part);
    }
    const [grownBytes, afterwards] = [readHeap() - heap, this.#countSent()];
    const entries = await this.#world.tracking.operator.listOutbox();
    const reports = entries.reduce((sum, { undelivered }) => sum + undelivered, 0);
    return {
      outbox: { flights: entries.length, reports },
      meanwhile: afterwards - acknowledged,
      grown: { bytes: grownBytes, reports: afterwards - before },
    };
  }

  /** The server is ended once more in the middle of catching up. */
  async comeBack(): Promise<void> {
    this.#crew.isAway = false;
    const { stored } = this.#crew;
    await this.#world.until(() => this.#crew.stored > stored);
    await this.#world.restart(1_000);
    await this.fly(this.#size.afterMs);
    await this.#world.until(async () => {
      await Promise.all(this.#pilots.map((pilot) => pilot.act(this.#at)));
      return this.#pilots.every(({ isFinished }) => isFinished);
    });
  }

  #countSent(): number {
    return this.#pilots.reduce((sum, { sent, poisonous }) => sum + sent.length + poisonous.length, 0);
  }
}

function readHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
