import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '../../src/lib/secret.ts';
import type { Calls, Session } from '../../src/tracking/calls.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { flownTrack, noFigures } from '../../test/flown.ts';
import { startOf } from '../../test/world.ts';
import type { Counted, Host } from './host.ts';
import { Life, type Weakness } from './life.ts';
import type { Break } from './steps.ts';

export interface Story {
  readonly host: Host;
  readonly end: 'finish' | 'cancel';
  readonly plan: Break | null;
  readonly weakness: Weakness;
}

export interface Told {
  /** The steps that the adapter took, in order, in a story that is not broken. */
  readonly steps: readonly string[];
  /** What is wrong with its end; null: nothing. */
  readonly wrong: string | null;
}

/** What a client tries again; everything else a pilot would see. */
const mayHelp = ['crew-center-unavailable', 'flight-filing', 'journal-full'] as const;
const maxAttempts = 100;
const [from, to] = [
  { lat: 47.458, lon: 8.548 },
  { lat: 50.033, lon: 8.57 },
];

/** A pilot starts a flight, reports it, and finishes or cancels it, each time again until it is done; then the host is looked at. */
export async function tell({ host, end, plan, weakness }: Story): Promise<Told> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-once-'));
  await host.reset();
  const client = new Client(host, directory, weakness);
  try {
    await client.begin(plan);
    await client.ask((calls, session) => calls.start(session, startOf(host.bidId)));
    const positions = flownTrack({ from, to, startAt: client.now - 200_000, count: 20 });
    await client.ask((calls, session) => calls.report(session, { name: null, positions, opening: null }));
    await client.pass(5_000);
    if (end === 'finish') await client.ask(async (calls, session) => requireFiled(calls, session));
    else await client.ask((calls, session) => calls.cancel(session, { name: null, reason: 'a proof' }));
    await client.pass(10_000);
    // A call whose answer was lost may still run at the crew center: for half a minute no other one is made.
    if (judge(await host.count(), end) !== null) await client.pass(60_000);
    return { steps: client.steps, wrong: judge(await host.count(), end) };
  } catch (error) {
    return { steps: client.steps, wrong: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function requireFiled(calls: Calls, session: Session): Promise<unknown> {
  const result = await calls.finish(session, { name: null, figures: noFigures, opening: null });
  if (result.state === 'filing') throw new StillFiling();
  return result;
}

class StillFiling extends Error {}

function judge({ open, filed, cancelled, effects }: Counted, end: 'finish' | 'cancel'): string | null {
  const wanted = end === 'finish' ? 1 : 0;
  const isRight = filed === wanted && open === 0 && effects === wanted && (end === 'cancel' || cancelled === 0);
  return isRight ? null : `${filed} filed, ${open} open, ${cancelled} cancelled, ${effects} told of`;
}

/** A client that asks again, and a server that is started again when it has crashed. */
class Client {
  readonly #host: Host;
  readonly #directory: string;
  readonly #weakness: Weakness;
  #life!: Life;
  #token = '';
  #steps: readonly string[] = [];

  constructor(host: Host, directory: string, weakness: Weakness) {
    this.#host = host;
    this.#directory = directory;
    this.#weakness = weakness;
  }

  get now(): number {
    return this.#life.now;
  }

  get steps(): readonly string[] {
    return this.#steps;
  }

  /** Signs in; what follows is counted. */
  async begin(plan: Break | null): Promise<void> {
    const weakness = this.#weakness;
    cpSync(await template(this.#host), this.#directory, { recursive: true });
    this.#life = await Life.begin(this.#host, this.#directory, Date.now(), { plan, weakness });
    const password = new Secret(this.#host.password);
    const credential = { kind: 'password' as const, login: this.#host.login, password };
    const login = await this.#life.settled(this.#life.calls.login({ credential, address: '192.0.2.1' }));
    if (typeof login === 'string' || 'error' in login) throw new Error('the pilot could not sign in');
    this.#token = login.value.token.reveal();
    this.#steps = this.#life.steps.names;
    this.#life.steps.arm();
  }

  async ask<T>(call: (calls: Calls, session: Session) => Promise<T>): Promise<T> {
    let last = '';
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { calls } = this.#life;
      const outcome = await this.#life.settled((async () => call(calls, calls.authenticate(this.#token)))());
      if (outcome === 'crashed') await this.#startAgain();
      else if ('value' in outcome) return outcome.value;
      else if (outcome.error instanceof StillFiling || mayHelp.some((code) => isRefusal(outcome.error, code))) {
        last = String(outcome.error);
        await this.pass(2_000);
      } else throw outcome.error;
    }
    throw new Error(`not done after ${maxAttempts} attempts: ${last}`);
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      const outcome = await this.#life.settled(this.#life.pass(500));
      if (outcome === 'crashed') await this.#startAgain();
    }
  }

  async end(): Promise<void> {
    await this.#life?.end();
  }

  async #startAgain(): Promise<void> {
    const { now } = this.#life;
    await this.#life.end();
    this.#life = await Life.begin(this.#host, this.#directory, now + 1_000, { weakness: this.#weakness });
  }
}

const templates = new Map<string, Promise<string>>();

/** A data directory as it is after its first start, so that not every story has to make one. */
function template(host: Host): Promise<string> {
  const known = templates.get(host.name) ?? makeTemplate(host);
  templates.set(host.name, known);
  return known;
}

async function makeTemplate(host: Host): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-once-template-'));
  await (await Life.begin(host, directory, Date.now(), {})).end();
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
