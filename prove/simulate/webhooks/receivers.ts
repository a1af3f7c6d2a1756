import { createHmac } from 'node:crypto';
import { Secret } from '../../../src/lib/secret.ts';
import type { OpenedWebhooks, WebhookReplacements } from '../../../src/server/webhooks.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import type { Draws } from '../chance.ts';
import type { Counters } from '../counters.ts';
import type { Fortune } from '../fortune.ts';
import type { Life } from '../virtual-time.ts';

type Endpoint = Parameters<OpenedWebhooks['webhooks']['save']>[0];
type Requests = NonNullable<WebhookReplacements['requests']>;
type GuardedRequest = Parameters<Requests['send']>[0];
type Answer = Awaited<ReturnType<Requests['send']>>;

/** What becomes of a delivery. */
type Fate = 'well' | 'down' | 'lost' | 'error' | 'busy';

/** A delivery as it arrived. */
export interface Received {
  /** Id of the endpoint. */
  readonly endpoint: string;
  readonly id: string;
  readonly body: string;
  /** Whether it is signed with the key of this receiver. */
  readonly isSigned: boolean;
  /** Whether the receiver kept it; the answer may have been lost. */
  readonly isTaken: boolean;
}

const usualMs = 40;
/** A receiver does not answer for long: what is left after the faults is delivered within two minutes. */
const maxFailures = 2;

const signingKey = Buffer.from('the key of every receiver of the world');

const endpoint = (id: string, events: Endpoint['events']): Endpoint => ({
  id: `ep_${id}`,
  kind: 'webhook',
  name: id,
  url: new Secret(`https://${id}.simulated/hook`),
  events,
  secrets: [{ key: new Secret(`whsec_${signingKey.toString('base64')}`), until: null }],
  options: {},
  isOn: true,
  offReason: null,
  createdAt: 0,
});

/** Those who want to be told: one of everything, one of ends only. */
export const endpoints: readonly Endpoint[] = [
  endpoint('everything', []),
  endpoint('ends', ['pirep.filed', 'flight.cancelled']),
];

/** Other programs that events are delivered to. */
export class Receivers {
  readonly received: Received[] = [];
  /** Likelihood of each fate; the rest goes well. */
  faults: Readonly<Partial<Record<Fate, number>>> = {};
  readonly #draws: Draws;
  readonly #counters: Counters;
  readonly #fortune: Fortune;
  readonly #failures = new Map<string, number>();

  constructor(draws: Draws, counters: Counters, fortune: Fortune) {
    this.#draws = draws;
    this.#counters = counters;
    this.#fortune = fortune;
  }

  /** What a process has in the place of its connections. @param onReceived - called when something was delivered */
  linesOf(life: Life, onReceived: () => void): Requests {
    return {
      send: async (request) => {
        const fate = this.#fateOf(request);
        const isTaken = fate === 'well' || fate === 'lost';
        if (fate !== 'down') this.#receive(request, isTaken);
        onReceived();
        await life.timing.sleep(this.#draws.wait(usualMs), request.signal).catch(() => undefined);
        return answerOf(fate);
      },
    };
  }

  #fateOf({ url, headers }: GuardedRequest): Fate {
    const key = `${url} ${headers['webhook-id']}`;
    const fate = this.#drawFate();
    const failures = this.#failures.get(key) ?? 0;
    const name = this.#fortune.nameOf(`receiver ${key}`);
    if (fate === 'well' || failures >= maxFailures || !this.#fortune.allows('fates', name)) return 'well';
    this.#failures.set(key, failures + 1);
    this.#counters.fault(`receiver: ${fate}`);
    return fate;
  }

  #drawFate(): Fate {
    let share = this.#draws.next();
    for (const [fate, probability] of Object.entries(this.faults) as [Fate, number][]) {
      if (share < probability) return fate;
      share -= probability;
    }
    return 'well';
  }

  #receive({ url, headers, body }: GuardedRequest, isTaken: boolean): void {
    const { host } = new URL(url);
    const [id = '', time] = [headers['webhook-id'], headers['webhook-timestamp']];
    const signature = createHmac('sha256', signingKey).update(`${id}.${time}.${body}`).digest('base64');
    this.received.push({
      endpoint: `ep_${host.replace('.simulated', '')}`,
      id,
      body: String(body),
      isSigned: headers['webhook-signature'] === `v1,${signature}`,
      isTaken,
    });
  }
}

function answerOf(fate: Fate): Answer {
  if (fate === 'down' || fate === 'lost') throw new Refusal('server-busy', { message: 'There was no answer.' });
  const status = { well: 204, error: 500, busy: 429 }[fate];
  return { status, headers: fate === 'busy' ? { 'retry-after': '3' } : {}, text: '' };
}
