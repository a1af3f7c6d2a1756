import type { TrackerOptions } from '../../src/client/client.ts';
import { connectTracker, type Notice, type TrackedFlight } from '../../src/client/client.ts';
import type { Position } from '../../src/client/wire-types.ts';
import { type ScriptedReply, type SeenRequest, scriptedFetch } from './scripted-fetch.ts';
import { TestTiming } from './test-timing.ts';

/** What a script does with a call: a reply of its own, or `pass` for the wire's usual answer. */
export type Script = (request: SeenRequest, nth: number) => ScriptedReply | 'pass';

/**
 * A tracker as the wire shows it, without any server: it answers in the contract's shapes and obeys the script first.
 * For what a real server cannot be made to say at will: gateways, lost answers, poisoned batches, wrong clocks.
 */
export class ScriptedTracker {
  readonly timing = new TestTiming();
  readonly notices: Notice[] = [];
  readonly stored = new Map<number, Position>();
  readonly events: string[] = [];
  readonly seen: SeenRequest[];
  script: Script;
  /** How far the server's clock is ahead of the client's, milliseconds. */
  serverAheadMs = 0;
  logins = 0;
  pilotId = '1';
  readonly #fetch;
  readonly #variant: 'native' | 'legacy';

  constructor(variant: 'native' | 'legacy' = 'native', script: Script = () => 'pass') {
    this.#variant = variant;
    this.script = script;
    const network = scriptedFetch((request) => {
      const reply = this.script(request, this.seen.filter(({ path }) => path === request.path).length);
      return reply === 'pass' ? this.#answer(request) : reply;
    });
    this.seen = network.seen;
    this.#fetch = network.fetch;
  }

  async connect(options: TrackerOptions = {}) {
    const client = await connectTracker('http://localhost:1', {
      fetch: this.#fetch,
      timing: this.timing,
      random: () => 0.5,
      notify: (notice) => this.notices.push(notice),
      ...options,
    });
    await client.login({ login: 'VMS0001', password: 'canary-password' });
    return client;
  }

  async start(options: TrackerOptions = {}): Promise<TrackedFlight> {
    return await (await this.connect(options)).startFlight({ bid_id: '7' });
  }

  paths(): string[] {
    return this.seen.map(({ path }) => path);
  }

  serverTime(): string {
    return new Date(this.timing.now() + this.serverAheadMs).toISOString();
  }

  flight() {
    const last_seq = this.stored.size === 0 ? null : Math.max(...this.stored.keys());
    return { flight_id: 'f1', pirep_id: 'p1', bid_id: '7', state: 'open', phase: 'taxi', last_seq, next_interval: 10 };
  }

  #answer({ path, body }: SeenRequest): ScriptedReply {
    const sent = (body ?? {}) as { positions?: Position[]; events?: { kind: string }[] };
    const name = path.replace(/^.*\//, '').replace(/[?.].*$/, '');
    if (name === 'status' || name === 'bootstrap') return this.#hello(path);
    if (name === 'auth' || name === 'login') return this.#login();
    if (name === 'start' || name === 'flight') return this.#ok({ flight: this.flight() });
    if (name === 'bids') return this.#ok({ bids: [{ id: '7' }] });
    if (name === 'get_bid')
      return this.#ok({ bid: { id: '7' }, open_flight: this.stored.size > 0 ? this.flight() : null });
    if (name === 'position') return this.#positions(sent.positions ?? []);
    if (name === 'event') {
      this.events.push(...(sent.events ?? []).map(({ kind }) => kind));
      return this.#ok({ flight: this.flight(), stored: sent.events?.length ?? 0, duplicate: 0, refused: [] });
    }
    return this.#ok({ receipt: { flight_id: 'f1', pirep_id: 'p1' }, repeated: false });
  }

  #hello(path: string): ScriptedReply {
    if (path.endsWith('.php') !== (this.#variant === 'legacy')) return { status: 404, html: 'Not Found' };
    const mode = this.#variant === 'native' ? 'native_module' : 'legacy_patch';
    return this.#ok({ tracker_api: true, mode, server_time: this.serverTime(), limits: { positions_per_call: 4 } });
  }

  #login(): ScriptedReply {
    this.logins += 1;
    return this.#ok({
      token: `canary-token-${this.logins}`,
      pilot: { id: this.pilotId, ident: 'VMS0001', name: 'Ada' },
    });
  }

  #positions(positions: readonly Position[]): ScriptedReply {
    const refused: object[] = [];
    let stored = 0;
    positions.forEach((position, index) => {
      const at = Date.parse(position.recorded_at ?? '');
      if (Math.abs(position.lat) > 90) refused.push({ index, fields: { lat: 'Between -90 and 90.' } });
      else if (at > Date.parse(this.serverTime()) + 300_000) refused.push({ index, fields: { recorded_at: 'Ahead.' } });
      else {
        if (!this.stored.has(position.seq ?? 0)) stored += 1;
        this.stored.set(position.seq ?? 0, position);
      }
    });
    const duplicate = positions.length - refused.length - stored;
    return this.#ok({ ...this.flight(), flight: this.flight(), stored, duplicate, refused });
  }

  #ok(body: object): ScriptedReply {
    return { json: { success: true, ...body } };
  }
}

/** A refusal as the wire shows it. */
export function refusal(
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
): ScriptedReply {
  return { status, headers, json: { success: false, error: { code, message: `No: ${code}.`, ...more } } };
}

/** Reports `count` positions, one degree apart unless `lat` says otherwise. */
export async function flySome(flight: TrackedFlight, count: number, lat = (index: number) => index): Promise<void> {
  for (let index = 1; index <= count; index += 1) await flight.report({ lat: lat(index), lon: 8 });
}
