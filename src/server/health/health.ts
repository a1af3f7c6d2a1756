import type { Clock } from '../../lib/clock.ts';

/** What can be wrong with a running server. `down`: it cannot do its work, so a load balancer should send nobody. */
export const conditionKinds = {
  'crew-center-lost': {
    isDown: false,
    text: 'The crew center is unavailable. Reports are stored and delivered later.',
  },
  'journal-full': {
    isDown: true,
    text: 'Reports cannot be stored: the disk of the data directory is full, the journal is damaged, or its database does not store.',
  },
  'journal-unreachable': { isDown: true, text: 'The journal’s database does not answer this server.' },
  'no-partition': { isDown: true, text: 'This server of a cluster has no part of the pilots.' },
  'clock-differs': {
    isDown: false,
    text: 'The clock of this machine differs from those of the other servers of the cluster.',
  },
  'data-damaged': {
    isDown: false,
    text: 'Stored data is damaged; the rest continues. `tracker repair --dry-run` says what is lost.',
  },
  'disk-nearly-full': { isDown: false, text: 'The disk of the data directory is nearly full.' },
  'filing-set-aside': { isDown: false, text: 'The filing of a PIREP needs the operator.' },
  'delivery-late': { isDown: false, text: 'Flights are waiting for the crew center longer than they should.' },
  'backup-failed': { isDown: false, text: 'The daily backup could not be made.' },
  'certificate-ends': { isDown: false, text: 'The TLS certificate ends within 14 days, or has ended.' },
} as const satisfies Readonly<Record<string, { readonly isDown: boolean; readonly text: string }>>;

export type ConditionKind = keyof typeof conditionKinds;

/** Something that is wrong now. Holds no detail that a stranger may not read. */
export interface Condition {
  readonly code: ConditionKind;
  readonly message: string;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** Says whether one thing is wrong now. */
export type Probe = () => boolean | Promise<boolean>;

/** Minimum interval of the probes, so that health requests cannot keep the disk busy. */
const askedEveryMs = 5_000;

/** Those whose probe only looks into memory: a load balancer must not wait for others. */
const quickKinds: ReadonlySet<ConditionKind> = new Set(['journal-unreachable', 'no-partition']);

/** What is wrong with the server, and since when. */
export class Health {
  readonly #clock: Clock;
  readonly #probes: Readonly<Record<ConditionKind, Probe>>;
  readonly #since = new Map<ConditionKind, number>();
  #asked: { readonly at: number; readonly conditions: Promise<readonly Condition[]> } | null = null;

  constructor(clock: Clock, probes: Readonly<Record<ConditionKind, Probe>>) {
    this.#clock = clock;
    this.#probes = probes;
  }

  /** Everything that is wrong, worst first; at most five seconds old. */
  async conditions(): Promise<readonly Condition[]> {
    const now = this.#clock.now();
    if (this.#asked === null || now < this.#asked.at || now - this.#asked.at >= askedEveryMs)
      this.#asked = { at: now, conditions: this.#ask(now, (code) => !quickKinds.has(code)) };
    const quick = await this.#ask(now, (code) => quickKinds.has(code));
    return [...(await this.#asked.conditions), ...quick].sort(
      (one, other) => Number(isDown(other)) - Number(isDown(one)),
    );
  }

  async #ask(now: number, isAsked: (code: ConditionKind) => boolean): Promise<readonly Condition[]> {
    const probes = (Object.entries(this.#probes) as [ConditionKind, Probe][]).filter(([code]) => isAsked(code));
    const found = await Promise.all(probes.map(([code, probe]) => this.#askOne(now, code, probe)));
    return found.filter((condition) => condition !== null);
  }

  async #askOne(now: number, code: ConditionKind, probe: Probe): Promise<Condition | null> {
    // A probe that fails finds its own subject out of order.
    const isWrong = await Promise.resolve()
      .then(probe)
      .catch(() => true);
    if (!isWrong) {
      this.#since.delete(code);
      return null;
    }
    const since = this.#since.get(code) ?? now;
    this.#since.set(code, since);
    return { code, message: conditionKinds[code].text, since };
  }
}

/** Whether the server cannot do its work while this lasts. */
export function isDown({ code }: Condition): boolean {
  return conditionKinds[code].isDown;
}
