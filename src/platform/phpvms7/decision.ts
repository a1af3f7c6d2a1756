import { Refusal } from '../../tracking/refusals.ts';
import type { FiledState, PirepDecision } from '../port.ts';
import { callHeader, signCall } from '../site/signed-call.ts';
import { type Host, isFiled } from './host.ts';
import type { RestResponse } from './rest.ts';
import { unavailable } from './rest-answer.ts';

/** Where the module takes it, below `/api/`: not below `tracker/`, which a rule of the web server may hand to us. */
export const decisionPath = 'by-tracker/decision';

/** Mails and add-ons run before the site answers. */
const timeoutMs = 120_000;

/** `unable`: the site cannot do it, however often it is asked; nothing was changed. */
export type Decided =
  | { readonly kind: 'is'; readonly state: FiledState }
  | { readonly kind: 'unable'; readonly reason: string };

const targets = { accept: 'accepted', reject: 'rejected' } as const;

/**
 * Has the platform's PIREP service accept or reject a filed PIREP (app/Services/PirepService.php), by a signed call to the module;
 * believes only the database about what came of it. What is decided already is not asked for.
 * @throws Refusal `crew-center-unavailable` when there was no answer, `not-found` when there is no such PIREP, `crew-center-refused`
 *   when it is not filed
 */
export async function decide(host: Host, pirepId: string, { decision, from }: PirepDecision): Promise<Decided> {
  host.doubts.requireNone(pirepId);
  const target = targets[decision];
  const before = await readState(host, pirepId);
  if (before === target || !from.includes(before)) return { kind: 'is', state: before };
  const { key } = host;
  if (key === null) return { kind: 'unable', reason: 'APP_KEY of the site is too short to sign with' };
  const body = { pirep: pirepId, decision, from };
  const response = await host.rest.ask({
    method: 'POST',
    path: decisionPath,
    key: null,
    body,
    headers: { [callHeader]: signCall(key, JSON.stringify(body), host.clock.now()) },
    lane: 'urgent',
    timeoutMs,
    isDelicate: true,
  });
  const after = await readState(host, pirepId);
  if (after === target || !from.includes(after)) return { kind: 'is', state: after };
  if (response.kind === 'lost' || response.status === 502 || response.status === 504) {
    host.doubts.begin(pirepId);
    throw unavailable('there was no response to a decision about a PIREP');
  }
  return { kind: 'unable', reason: whyNot(response) };
}

async function readState(host: Host, pirepId: string): Promise<FiledState> {
  const row = await host.pireps.findAny(pirepId);
  if (row === null) throw new Refusal('not-found', { message: `There is no PIREP ${pirepId}.` });
  if (!isFiled(row)) throw new Refusal('crew-center-refused', { message: `PIREP ${pirepId} is not filed.` });
  return row.state;
}

/** Why the site did not do it. @throws Refusal `crew-center-unavailable` when it may do it later */
function whyNot({ status, json, headers }: RestResponse): string {
  const code = codeOf(json);
  const isMaintenance = status === 503 && slugOf(json) === 'http-exception';
  if (code === 'busy' || isMaintenance || status === 429)
    throw unavailable(`it returned ${status}`, Number(headers['retry-after']));
  if (code === 'host-failed') return 'phpVMS failed on it: its log says why';
  if (code === 'unsigned') return 'the module does not accept the signature: APP_KEY has changed, or a clock is wrong';
  if (code === 'module-disabled') return 'the module is switched off in Admin → Addons';
  if (code !== null) return `the module says ${code}`;
  if (status === 404) return 'the module is missing, switched off, or older than this server: run `tracker install`';
  return `the site returned ${status}`;
}

function codeOf(json: unknown): string | null {
  const error = memberOf(json, 'error');
  const code = memberOf(error, 'code');
  return typeof code === 'string' && /^[a-z-]{1,40}$/.test(code) ? code : null;
}

function slugOf(json: unknown): string {
  const type = memberOf(json, 'type');
  return typeof type === 'string' ? (type.split('/').at(-1) ?? '') : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
