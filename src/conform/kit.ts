import { describeExchange, Unreachable } from './answer.ts';
import { Deviation, LeftOut } from './expect.ts';
import type { Wire } from './wire.ts';

/** One requirement of a contract, and how it is seen from outside. */
export interface Check<S extends Scene> {
  /** Stable name, for scripts and for lists of known faults: `key/not-echoed`. */
  readonly id: string;
  /** The requirement, one sentence. */
  readonly requires: string;
  /** Whether it changes anything: books, opens a flight, files a PIREP. */
  readonly writes: boolean;
  /** @throws Deviation when the requirement is not met; LeftOut when that cannot be seen here */
  run(scene: S): Promise<void>;
}

/** What the checks of a run have at hand. */
export interface Scene {
  readonly wire: Wire;
  /** Texts that must not stand in a report. */
  readonly secrets: readonly string[];
  /** Ends what a check has left open, so that the next one finds the pilot free. */
  tidy(): Promise<void>;
  /** Ends the sessions of the run, where the contract has a call for that. */
  close(): Promise<void>;
  /** Removes what an aborted run has left behind. Returns what was done, a sentence each. */
  removeLeftovers(): Promise<readonly string[]>;
  /** A flight of the pilot that is under way; null where there is none, or where the contract does not show it. */
  findOpen(): Promise<OpenFlight | null>;
}

/** A flight that is under way before the first check: most checks find the pilot busy. */
export interface OpenFlight {
  /** As people call it. */
  readonly name: string;
  end(): Promise<void>;
}

/** The checks of one contract. */
export interface Kit<S extends Scene> {
  readonly contract: string;
  readonly credential: 'api-key' | 'login';
  /** Where the contract can be below a site's address, most likely first: what its paths are appended to. */
  readonly places: readonly string[];
  /** A path that everybody may GET, and a pattern of its answer, by which the contract is recognized. */
  readonly greeting: { readonly path: string; readonly answer: RegExp };
  readonly checks: readonly Check<S>[];
  open(target: Target): S;
}

/** The server that is looked at, and the pilots as whom. */
export interface Target {
  readonly baseUrl: string;
  readonly pilot: Pilot;
  /** Another pilot, for what strangers may not do; null: those checks are left out. */
  readonly stranger: Pilot | null;
  /** The aircraft to fly, by the id of the crew center; null: one that the server offers. */
  readonly aircraft: string | null;
}

export type Pilot = { readonly apiKey: string } | { readonly login: string; readonly password: string };

export type Outcome = 'held' | 'deviates' | 'known' | 'left-out';

/** What became of one check. */
export interface Result {
  readonly id: string;
  readonly requires: string;
  readonly outcome: Outcome;
  /** What was seen instead, or why it was left out; null when it held. */
  readonly seen: string | null;
}

export interface Report {
  readonly contract: string;
  readonly baseUrl: string;
  readonly requests: number;
  /** What was removed before the first check, a sentence each. */
  readonly tidied: readonly string[];
  readonly results: readonly Result[];
}

/** A kit whose scene is its own affair. */
export interface AnyKit extends Pick<Kit<Scene>, 'contract' | 'credential' | 'places' | 'greeting'> {
  readonly checks: readonly Pick<Check<Scene>, 'id' | 'requires' | 'writes'>[];
  /** @throws Unreachable when the first request has no answer */
  run(target: Target, options: RunOptions): Promise<Report>;
}

/** Deviations of a release that are known, by the id of the check: what it does, and what is seen of it. Anything else deviates. */
export type KnownFaults = Readonly<Record<string, { readonly says: string; readonly seen: RegExp }>>;

export interface RunOptions {
  /** Leaves out the checks that change anything. */
  readonly isReadOnly: boolean;
  /** Deviations that are known, each with its sentence. */
  readonly knownFaults: KnownFaults;
  /** The checks to make, by their ids; null: all. */
  readonly only?: readonly string[] | null;
  /** Ends a flight of the pilot that is under way before the first check. */
  readonly endsOpenFlight?: boolean;
  /** Is notified of each result. */
  onResult(result: Result): void;
}

export function anyKit<S extends Scene>(kit: Kit<S>): AnyKit {
  return { ...kit, run: (target, options) => runKit(kit, target, options) };
}

/** Makes every check of a kit, one after the other. */
async function runKit<S extends Scene>(kit: Kit<S>, target: Target, options: RunOptions): Promise<Report> {
  const scene = kit.open(target);
  const results: Result[] = [];
  const { only = null, isReadOnly } = options;
  const checks = kit.checks.filter(({ id }) => only === null || only.includes(id));
  const isWriting = !isReadOnly && checks.some(({ writes }) => writes);
  const { tidied, obstacle } = isWriting ? await prepare(scene, options) : nothingDone;
  const whyNotWriting = isReadOnly ? 'it changes something' : obstacle;
  for (const check of checks) {
    const result = await look(check, scene, { ...options, whyNotWriting, isFirst: scene.wire.count === 0 });
    await quietly(() => scene.tidy());
    results.push(result);
    options.onResult(result);
  }
  await quietly(() => scene.close());
  return { contract: kit.contract, baseUrl: target.baseUrl, requests: scene.wire.count, tidied, results };
}

/** What was done before the first check, and why nothing may be changed. */
interface Prepared {
  readonly tidied: readonly string[];
  readonly obstacle: string | null;
}

const nothingDone: Prepared = { tidied: [], obstacle: null };

/** Finds the pilot a free one. What a server answers wrongly here is found by the checks. @throws Unreachable */
async function prepare(scene: Scene, { endsOpenFlight = false }: RunOptions): Promise<Prepared> {
  try {
    const tidied = [...(await scene.removeLeftovers())];
    const ended = new Set<string>();
    // A phpVMS lets a pilot have several.
    for (let open = await scene.findOpen(); open !== null; open = await scene.findOpen()) {
      const { name } = open;
      if (ended.has(name)) return { tidied, obstacle: `the flight ${name} was cancelled, and is still under way` };
      if (!endsOpenFlight)
        return { tidied, obstacle: `the pilot has a flight under way, ${name}: end it, or run with --end-open-flight` };
      await open.end();
      ended.add(name);
      tidied.push(`The flight ${name} was cancelled.`);
    }
    return { tidied, obstacle: null };
  } catch (error) {
    if (!(error instanceof Deviation || error instanceof LeftOut)) throw error;
    return nothingDone;
  }
}

async function quietly(task: () => Promise<void>): Promise<void> {
  await task().catch((error: unknown) => {
    if (!(error instanceof Unreachable || error instanceof Deviation || error instanceof LeftOut)) throw error;
  });
}

async function look<S extends Scene>(
  check: Check<S>,
  scene: S,
  {
    knownFaults,
    whyNotWriting,
    isFirst,
  }: RunOptions & { readonly whyNotWriting: string | null; readonly isFirst: boolean },
): Promise<Result> {
  const { id, requires } = check;
  const ended = (outcome: Outcome, seen: string | null) => ({ id, requires, outcome, seen });
  if (check.writes && whyNotWriting !== null) return ended('left-out', whyNotWriting);
  try {
    scene.wire.takeLast();
    await check.run(scene);
    return ended('held', null);
  } catch (error) {
    if (error instanceof LeftOut) return ended('left-out', error.message);
    const isSilence = error instanceof Unreachable;
    if ((isSilence && isFirst) || !(isSilence || error instanceof Deviation)) throw error;
    const last = scene.wire.takeLast();
    const seen = isSilence || last === null ? error.message : `${error.message}; ${describeExchange(last)}`;
    const known = knownFaults[id];
    const shown = mask(seen, scene.secrets);
    return known?.seen.test(error.message) === true
      ? ended('known', `${known.says} (${shown})`)
      : ended('deviates', shown);
  }
}

function mask(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}
