import { join } from 'node:path';
import { plainLine } from '../five/plain-text.ts';
import { textOf } from '../five/rows.ts';
import type { BidOutcome, Bridge, BridgeFunctions, BridgeOutcome, FilingGuard } from './bridge.ts';
import type { Filing } from './filing-form.ts';
import { type PhpRunner, preparePhp } from './php-run.ts';

const script = join(import.meta.dirname, 'bridge/bridge.php');

/**
 * Asks the platform once which of the functions it has, and whether the one that changes nothing works.
 * @returns the reason when none can be called.
 */
export async function openBridge(
  folder: string,
  php: string,
  siteUrl: string | null,
): Promise<Bridge | { readonly unusable: string }> {
  const runner = await preparePhp(php, script, folder);
  if ('unusable' in runner) return runner;
  const bridge = new PhpBridge(runner, { folder, host: siteUrl === null ? 'localhost' : new URL(siteUrl).host });
  const problem = await bridge.probe();
  if (problem === null) return bridge;
  await bridge.close();
  return { unusable: problem };
}

class PhpBridge implements Bridge {
  readonly #runner: PhpRunner;
  readonly #place: { readonly folder: string; readonly host: string };
  #functions: BridgeFunctions = { php: '', latestBid: false, filePirep: false, addBid: false, removeBid: false };

  constructor(runner: PhpRunner, place: { readonly folder: string; readonly host: string }) {
    this.#runner = runner;
    this.#place = place;
  }

  get functions(): BridgeFunctions {
    return this.#functions;
  }

  /** Why it cannot be used, or null. */
  async probe(): Promise<string | null> {
    const result = await this.#ask({ call: 'functions' });
    if ('failed' in result) return result.failed;
    const { php, ...has } = result.answer;
    this.#functions = {
      php: textOf(php),
      latestBid: has.latestBid === true,
      filePirep: has.filePirep === true,
      addBid: has.addBid === true,
      removeBid: has.removeBid === true,
    };
    // A fork's function may be there and die under the PHP that runs it.
    if (this.#functions.latestBid && (await this.latestBid('0')) === undefined) {
      this.#functions = { ...this.#functions, latestBid: false };
    }
    return null;
  }

  async latestBid(pilotId: string): Promise<string | null | undefined> {
    if (!this.#functions.latestBid) return undefined;
    const result = await this.#ask({ call: 'latestBid', pilot: Number(pilotId) });
    if ('failed' in result) return undefined;
    return result.answer.bid === null ? null : textOf(result.answer.bid);
  }

  async filePirep(pilotId: string, filing: Filing, guard: FilingGuard): Promise<BridgeOutcome> {
    const data = pirepData(pilotId, filing);
    const result = await this.#ask({ call: 'filePirep', pilot: Number(pilotId), data, guard });
    if ('failed' in result) return { kind: 'failed', reason: result.failed };
    const { filed, busy, reason, isStopped } = result.answer;
    if (busy === true) return { kind: 'busy' };
    if (filed === true) return { kind: 'done' };
    const said = plainLine(textOf(reason));
    if (isStopped === true) return { kind: 'stopped', reason: said || 'one of its modules stopped it.' };
    return { kind: 'failed', reason: `its function said no: ${said || 'it gave no reason'}` };
  }

  addBid(
    pilotId: string,
    bid: { readonly scheduleId: string; readonly aircraftId: string | null },
  ): Promise<BidOutcome> {
    const aircraft = bid.aircraftId === null ? null : Number(bid.aircraftId);
    return this.#bid({ call: 'addBid', pilot: Number(pilotId), schedule: Number(bid.scheduleId), aircraft });
  }

  removeBid(bidId: string): Promise<BidOutcome> {
    return this.#bid({ call: 'removeBid', bid: Number(bidId) });
  }

  async #bid(call: object): Promise<BidOutcome> {
    const result = await this.#ask(call);
    if ('failed' in result) return { kind: 'failed', reason: result.failed };
    return { kind: result.answer.stopped === true ? 'stopped' : 'done' };
  }

  async #ask(call: object): Promise<{ answer: Record<string, unknown> } | { failed: string }> {
    const result = await this.#runner.run({ ...this.#place, ...call });
    if ('failed' in result) return result;
    const { answer } = result;
    return typeof answer === 'object' && answer !== null
      ? { answer: { ...answer } }
      : { failed: 'its PHP said nothing' };
  }

  close(): Promise<void> {
    return this.#runner.close();
  }
}

/** Keys are columns of `pireps` in 5.5.x, which makes each of them one: a key too many fails there (PIREPData::fileReport). */
function pirepData(pilotId: string, filing: Filing): Record<string, unknown> {
  const { fields: _, load, comment, ...data } = filing;
  return {
    pilotid: Number(pilotId),
    ...data,
    ...(load === null ? {} : { load }),
    ...(comment === '' ? {} : { comment }),
  };
}
