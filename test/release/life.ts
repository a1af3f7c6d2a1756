import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { Machine } from './booted-machine.ts';

export const root = join(import.meta.dirname, '../..');
export const release = join(root, 'release');
/** Each step with its seconds, a JSON document a line. */
export const recordFile = join(root, '.cache/release-test/steps.jsonl');

export interface Step {
  readonly way: string;
  readonly what: string;
  readonly seconds: number;
  readonly seen: string;
}

/** What is written in the pages of one way to install. */
export interface Way {
  readonly name: string;
  /** A command of Tracker with its data: `va-tracker`. */
  command(words: string): string;
  readonly data: string;
  readonly user: string;
  readonly service: string;
}

/** On which nobody else has a bid. */
const bids = ['demo-dmo204 --aircraft HB-JMJ', 'demo-dmo311', 'demo-dmo420'] as const;

/** The life of one installation, in a machine of its own. */
export class Life {
  readonly way: Way;
  #machine: Machine | null = null;
  #flown = 0;

  /** @param prepare - puts into the machine what is installed there */
  constructor(way: Way, prepare: (machine: Machine) => void) {
    this.way = way;
    const work = mkdtempSync('/var/tmp/tracker-life-');
    before(async () => {
      this.#machine = await Machine.boot(join(work, 'root'), `tracker-${way.name}`);
      prepare(this.#machine);
    });
    after(async () => {
      await this.#machine?.[Symbol.asyncDispose]();
      rmSync(work, { recursive: true });
    });
  }

  get machine(): Machine {
    assert.ok(this.#machine, 'the machine was not booted');
    return this.#machine;
  }

  /** One step, which is timed. @param act - returns what is worth a word in the table */
  step(what: string, act: () => unknown): void {
    test(`${this.way.name}: ${what}`, async () => {
      const began = performance.now();
      const said = await act();
      const seconds = (performance.now() - began) / 1_000;
      const step: Step = { way: this.way.name, what, seconds, seen: typeof said === 'string' ? said : '' };
      mkdirSync(dirname(recordFile), { recursive: true });
      appendFileSync(recordFile, `${JSON.stringify(step)}\n`);
    });
  }

  /** A command of Tracker, as root. @returns what it printed */
  tracker(words: string): string {
    return this.machine.succeed(this.way.command(words));
  }

  /** Data that an early version made: an airline with pilots, schedules and a PIREP. */
  putEarlyData(): void {
    const { data, user } = this.way;
    for (const name of ['journal.sqlite', 'crew-center.sqlite'])
      this.machine.put(join(root, 'test/golden/data-9852f9c', name), join(data, name));
    this.machine.succeed(`chown -R ${user}: ${data}`);
  }

  get pireps(): number {
    return (JSON.parse(this.tracker('pireps list --json')) as unknown[]).length;
  }

  /** Bids and flies as a client would. @returns the line of the PIREP */
  fly(): string {
    this.machine.succeed(`echo chosen-by-the-test | ${this.way.command('pilot password DMO0003 --password-file -')}`);
    // Each once: nobody files the same flight twice within minutes.
    this.tracker(`bid add DMO0003 ${bids[this.#flown++ % bids.length]}`);
    const flying = 'fly http://127.0.0.1:8787 --login DMO0003 --password chosen-by-the-test --speed max';
    const printed = this.machine.succeed(`cd /tmp && timeout 120 ${this.way.command(flying)}`);
    return /^.*PIREP.*$/m.exec(printed)?.[0]?.trim() ?? assert.fail(printed);
  }

  async isReady(): Promise<void> {
    // Which every version has.
    const path = '127.0.0.1:8787/api/tracker/status';
    await this.machine.becomes(`curl -sf http://${path} || curl -sfk https://${path}`);
  }

  /** Asks all the time while something is done. @returns how often, and what was not answered by 200 */
  async asked(act: () => unknown): Promise<string> {
    const ask = 'curl -s -o /dev/null --max-time 60 -w "%{http_code}\\n" http://127.0.0.1:8787/healthz';
    this.machine.succeed(
      `rm -f /tmp/asked /tmp/enough; (while [ ! -e /tmp/enough ]; do ${ask}; sleep 0.05; done >/tmp/asked 2>&1) </dev/null >/dev/null 2>&1 &`,
    );
    await this.machine.becomes('grep -q 200 /tmp/asked');
    await act();
    const sofar = this.machine.succeed('grep -c . /tmp/asked');
    await this.machine.becomes(`[ "$(tail -n +${Number(sofar) + 2} /tmp/asked | grep -c 200)" -gt 0 ]`);
    this.machine.succeed('touch /tmp/enough');
    const answers = this.machine.succeed('cat /tmp/asked').split('\n');
    const others = answers.filter((each) => each !== '200');
    return `${answers.length} requests meanwhile, ${others.length} of them not answered by 200${others.length > 0 ? ` (${[...new Set(others)].join(', ')})` : ''}`;
  }

  /** What the log of the service says. */
  log(): string {
    return this.machine.succeed(`journalctl -u ${this.way.service} --no-pager -o cat`);
  }
}

/** A block of a page for operators: what people copy is what is tried. */
export function blockOf(page: string, beginsWith: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const blocks = [...text.matchAll(/^```ini\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return blocks.find((block) => block.startsWith(beginsWith)) ?? assert.fail(`${page} has no such block`);
}
