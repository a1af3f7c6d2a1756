import { createHash } from 'node:crypto';
import { Secret } from '../../../src/lib/secret.ts';
import { edgeKeys } from '../../../src/platform/phpvms7/edge-address.ts';
import type { FiledState } from '../../../src/platform/port.ts';
import { sign } from '../../../src/platform/site/edge-signature.ts';
import type { RestPireps } from './rest-pireps.ts';

/** APP_KEY of the site. */
export const appKey = new Secret('a key of 32 bytes that both sides read');

interface SignedBody {
  readonly header: string | null;
  readonly text: string;
}

/** What the module returns, by its code. */
const statuses = {
  'module-disabled': 404,
  unsigned: 403,
  repeated: 409,
  'no-such-pirep': 404,
  'pirep-not-filed': 409,
  'host-failed': 500,
} as const;

/** A stand-in for the module's call by which PIREPs are decided (Http/Controllers/Api/DecisionController.php). */
export class RestModule {
  /** `missing`: not installed, or of a release before this call. */
  condition: 'on' | 'off' | 'missing' = 'on';
  readonly #pireps: RestPireps;
  readonly #used = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(pireps: RestPireps) {
    this.#pireps = pireps;
  }

  /** One at a time, as its lock has it. */
  answer(call: SignedBody): Promise<{ readonly status: number; readonly body: unknown }> {
    const answer = this.#last.then(() => this.#answer(call));
    this.#last = answer;
    return answer;
  }

  async #answer({ header, text }: SignedBody): Promise<{ readonly status: number; readonly body: unknown }> {
    if (this.condition === 'off') return problem('module-disabled');
    const [seconds = '', nonce = '', signature = ''] = (header ?? '').split(' ');
    const { app } = edgeKeys(appKey).byKind;
    const digest = createHash('sha256').update(text).digest('hex');
    if (app === undefined || sign(app, 'call', `${seconds}\n${nonce}\n${digest}`) !== signature)
      return problem('unsigned');
    if (this.#used.has(nonce)) return problem('repeated');
    this.#used.add(nonce);
    const said = JSON.parse(text) as { pirep: string; decision: 'accept' | 'reject'; from: readonly FiledState[] };
    const before = await this.#pireps.filedState(said.pirep);
    if (before === null) return problem('pirep-not-filed');
    const target = said.decision === 'accept' ? 'accepted' : 'rejected';
    if (before === target || !said.from.includes(before))
      return { status: 200, body: { pirep: said.pirep, state: before } };
    try {
      await this.#pireps[said.decision](said.pirep);
    } catch {
      return problem('host-failed');
    }
    return { status: 200, body: { pirep: said.pirep, state: target } };
  }
}

function problem(code: keyof typeof statuses) {
  const status = statuses[code];
  return { status, body: { status, error: { code, message: code } } };
}
