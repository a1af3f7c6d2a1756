import type { Fetch } from '../../client/transport.ts';
import type { Chance } from './chance.ts';
import type { FaultKind } from './fault-kinds.ts';

type NetworkFault = Extract<FaultKind, 'loss' | 'lost-answer' | 'delay' | 'duplicate' | 'reorder'>;
const networkFaults: readonly NetworkFault[] = ['loss', 'lost-answer', 'delay', 'duplicate', 'reorder'];

interface Held {
  readonly url: string;
  readonly init: RequestInit;
}

/** Share of the calls with a session or a key that get a fault; the kinds take turns in random order. */
const faultShare = 0.35;
const maxDelayMs = 200;

/** An unreliable network between a client and a real server. */
export class FaultyNetwork {
  /** Requests that the client considers lost and that arrive later, after newer ones. */
  readonly held: Held[];
  readonly #chance: Chance;
  readonly #fire: (kind: FaultKind) => void;
  readonly #expired = new Set<string>();
  #deck: NetworkFault[] = [];
  #expires = false;
  #isDead = false;

  constructor(chance: Chance, fire: (kind: FaultKind) => void, held: readonly Held[]) {
    this.#chance = chance;
    this.#fire = fire;
    this.held = [...held];
  }

  readonly fetch: Fetch = async (url, init) => {
    const answer = await this.#pass(url, this.#withSession(init));
    // A crashed process gets no more responses.
    return this.#isDead ? await new Promise<never>(() => undefined) : answer;
  };

  /** Makes the session of the next call invalid. */
  expireSession(): void {
    this.#expires = true;
  }

  die(): void {
    this.#isDead = true;
  }

  /** Delivers the held requests; their responses are ignored. */
  async flush(): Promise<void> {
    for (const { url, init } of this.held.splice(0)) await settle(fetch(url, init));
  }

  async #pass(url: string, init: RequestInit): Promise<Response> {
    const isSignedIn = tokenOf(init) !== undefined || 'X-API-Key' in headersOf(init);
    const isAtRisk = isSignedIn && init.method === 'POST';
    const fault = isAtRisk && this.#chance.next() < faultShare ? this.#nextFault() : null;
    if (fault !== null) this.#fire(fault);
    switch (fault) {
      case 'loss':
        throw lost();
      case 'lost-answer':
        await settle(fetch(url, withoutSignal(init)));
        throw lost();
      case 'reorder':
        this.held.push({ url, init: withoutSignal(init) });
        throw lost();
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, this.#chance.next() * maxDelayMs));
        break;
      case 'duplicate':
        void settle(fetch(url, withoutSignal(init)));
        break;
      case null:
        break;
    }
    const answer = await fetch(url, init);
    if (fault === null && this.held.length > 1) await this.flush();
    return answer;
  }

  #nextFault(): NetworkFault | null {
    if (this.#deck.length === 0) this.#deck = [...this.#chance.shuffle(networkFaults)];
    return this.#deck.pop() ?? null;
  }

  #withSession(init: RequestInit): RequestInit {
    const headers = headersOf(init);
    const token = tokenOf(init);
    if (token === undefined) return init;
    if (this.#expires) {
      this.#expires = false;
      this.#expired.add(token);
      this.#fire('expiry');
    }
    if (!this.#expired.has(token)) return init;
    const ended = 'ended'.padEnd(token.length, '0');
    const other = 'X-Tracker-Token' in headers ? { 'X-Tracker-Token': ended } : {};
    return { ...init, headers: { ...headers, Authorization: `Bearer ${ended}`, ...other } };
  }
}

function headersOf(init: RequestInit): Record<string, string> {
  return init.headers as Record<string, string>;
}

/** The session of a request; undefined when it has none. */
function tokenOf(init: RequestInit): string | undefined {
  const headers = headersOf(init);
  return headers['X-Tracker-Token'] ?? /^Bearer (.+)$/.exec(headers.Authorization ?? '')?.[1];
}

function withoutSignal({ signal: _, ...init }: RequestInit): RequestInit {
  return init;
}

function lost(): TypeError {
  return new TypeError('lost', { cause: { code: 'FAULT_INJECTED' } });
}

async function settle(answer: Promise<Response>): Promise<void> {
  await answer.then((response) => response.arrayBuffer()).catch(() => undefined);
}
