import type { Desk, DeskCall } from '../src/platform/desk.ts';
import type { OwnApi } from '../src/platform/own-api.ts';
import type { Capabilities, CrewCenterSettings, Platform } from '../src/platform/port.ts';
import { Refusal } from '../src/tracking/refusals.ts';

/**
 * `before`: out of reach. `after`: it did what was asked, and the answer was lost. `refuses`: a no for good. `hangs`: it does
 * nothing until the line works again. `late`: it did what was asked, and answers then. `unsure`: it filed, and broke off before
 * it was done. `bug`: a failure that nobody foresaw.
 */
export type Fault = 'before' | 'after' | 'refuses' | 'hangs' | 'late' | 'unsure' | 'bug';

type Method = Exclude<keyof Platform, 'capabilities' | 'desk' | 'ownApi' | 'papers'> | DeskCall;

/** A real crew center behind a line that fails as the test says, and a count of what was asked. */
export class Unreliable {
  readonly platform: Platform;
  readonly asked = new Map<Method, number>();
  /** What the crew center left undone of a PIREP that it filed `unsure`. */
  undone: string | null = null;
  /** What the crew center's settings are to say, in the place of its own. */
  settings: Partial<CrewCenterSettings> = {};
  /** An API of the crew center's own, in the place of what it has. */
  ownApi: OwnApi | undefined;
  /** Told of every call that the crew center answered. */
  onAnswer: (method: Method, args: readonly unknown[]) => void = () => undefined;
  readonly #faults = new Map<Method | 'all', { fault: Fault; times: number }>();
  #release: (() => void)[] = [];
  #heals = 0;

  /**
   * @param claims - capabilities to answer in the place of the crew center's own
   * @param desk - what it offers in the place of its own desk
   */
  constructor(inner: Platform, claims: Partial<Capabilities> = {}, desk: (own: Desk) => Partial<Desk> = () => ({})) {
    const capabilities = { ...inner.capabilities, ...claims };
    this.platform = new Proxy(inner, {
      get: (target, name: keyof Platform) => {
        if (name === 'capabilities') return capabilities;
        if (name === 'papers') return target.papers;
        if (name === 'ownApi') return this.ownApi ?? target.ownApi;
        if (name === 'desk') return this.#desk({ ...target.desk, ...desk(target.desk) });
        if (name === 'checkFiled') return this.#checkFiled;
        if (name === 'readSettings')
          return () => this.#ask(name, async () => ({ ...(await target.readSettings()), ...this.settings }));
        const method = target[name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
        if (method === undefined) return undefined;
        return (...args: unknown[]) =>
          this.#ask(name, async () => {
            const answer = await method.apply(target, args);
            this.onAnswer(name, args);
            return answer;
          });
      },
    });
  }

  /** The next `times` calls of this method (of any, with `all`) fail so. */
  fail(method: Method | 'all', fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.set(method, { fault, times });
  }

  /** The line works again; calls that hang go on. */
  heal(): void {
    this.#faults.clear();
    this.#heals += 1;
    for (const release of this.#release.splice(0)) release();
  }

  #desk(desk: Desk): Desk {
    const wrapped = Object.entries(desk).map(([name, method]: [string, unknown]) => [
      name,
      typeof method === 'function'
        ? (...args: unknown[]) => this.#ask(name as DeskCall, async () => method(...args))
        : method,
    ]);
    return Object.fromEntries(wrapped) as Desk;
  }

  async #ask(name: Method, ask: () => Promise<unknown>): Promise<unknown> {
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    const fault = this.#next(name);
    if (fault === 'before') throw unavailable();
    if (fault === 'bug') throw new Error('password=hunter2 at /srv/va/core.php');
    if (fault === 'refuses') throw new Refusal('crew-center-refused', { message: 'The crew center says no.' });
    if (fault === 'hangs') await this.#untilHealed();
    const heals = this.#heals;
    const answer = await ask();
    if (fault === 'late' && heals === this.#heals) await this.#untilHealed();
    if (fault === 'after') throw unavailable();
    return fault === 'unsure' ? { ...(answer as object), isUnsure: true } : answer;
  }

  readonly #checkFiled = (_flight: unknown, { repeat }: { readonly repeat: boolean }) =>
    this.#ask('checkFiled', async () => (repeat ? null : this.undone));

  #untilHealed(): Promise<void> {
    return new Promise<void>((resolve) => this.#release.push(resolve));
  }

  #next(name: Method): Fault | undefined {
    const entry = this.#faults.get(name) ?? this.#faults.get('all');
    if (entry === undefined || entry.times <= 0) return undefined;
    entry.times -= 1;
    return entry.fault;
  }
}

const unavailable = () =>
  new Refusal('crew-center-unavailable', { message: 'The crew center is out of reach.', retryAfterS: 4.2 });
