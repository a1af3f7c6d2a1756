import { setTimeout } from 'node:timers/promises';
import type { WireCall } from '../../src/client/transport.ts';
import { legacy } from '../../src/client/wires/legacy.ts';
import { native } from '../../src/client/wires/native.ts';
import type { Place, PlacePilot } from './place.ts';
import { coreApi, type Way } from './ways.ts';

const atOnce = 16;
/** How long a client asks again for what it was not given yet. */
const patienceMs = 120_000;
/** Asks again later: the crew center takes its time, or too many wait for it. */
const later: ReadonlySet<number> = new Set([0, 202, 429, 502, 503, 504]);

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** What became of one pilot's round. */
export interface Round {
  readonly pilot: PlacePilot;
  /** How often each status was the first answer. */
  readonly first: ReadonlyMap<number, number>;
  /** What the answers before the last named, with which the last call was made. */
  readonly input: string;
  /** The PIREP that the last answers named; null when they named several, or none. */
  readonly pirepId: string | null;
  /** Answers that are neither the receipt nor a request to ask again, and differences between answers. */
  readonly wrong: readonly string[];
}

/** Flies the pilot's bid, each call sixteen times at once, and each again until it has its answer. */
export async function flyRound(place: Place, pilot: PlacePilot, way: Way): Promise<Round> {
  const ask = await signedIn(place, pilot);
  const first = new Map<number, number>();
  const wrong: string[] = [];
  let [input, named] = ['', ''];
  for (const step of way.steps) {
    input = named;
    const call = step.call(pilot.bid, named);
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        insist(ask, call, index, (answer) => {
          if (answer.isFirst) first.set(answer.status, (first.get(answer.status) ?? 0) + 1);
          return answer.status === 200 && step.named(answer.json) !== null;
        }),
      ),
    );
    const said = new Set(
      answers.map(({ status, json }) => (status === 200 ? String(step.named(json)) : describe(status, json))),
    );
    if (said.size > 1 || answers[0]?.status !== 200) wrong.push(`${call.path}: ${[...said].join(' | ')}`);
    named = [...said][0] ?? '';
  }
  return { pilot, first, wrong, input, pirepId: wrong.length === 0 ? named : null };
}

/** Asks for the same once more, long after it was filed. */
export async function askLate(
  place: Place,
  pilot: PlacePilot,
  way: Way,
  { input, pirepId }: Pick<Round, 'input' | 'pirepId'>,
): Promise<string | null> {
  const step = way.steps.at(-1);
  if (step === undefined) return null;
  const ask = await signedIn(place, pilot);
  const { status, json } = await ask(step.call(pilot.bid, input), 0);
  const said = status === 200 ? String(step.named(json)) : describe(status, json);
  return said === pirepId ? null : `asked late: ${said} in the place of ${pirepId}`;
}

type Ask = (call: WireCall, index: number) => Promise<Answer>;

async function signedIn(
  { addresses, version, coreBase = '' }: Place,
  { login, password, apiKey }: PlacePilot,
): Promise<Ask> {
  const send = (index: number, { path, body = {} }: WireCall, headers: Record<string, string>) =>
    post(
      `${addresses[index % addresses.length]}${path.startsWith(`${coreApi}pireps/`) ? coreBase : ''}${path}`,
      body,
      headers,
    );
  const grant = await insist(
    (call) => send(0, call, {}),
    (version === 5 ? legacy : native).login({ login, password }),
    0,
    ({ status }) => status === 200,
  );
  const token = Reflect.get(Object(grant.json), 'token');
  if (typeof token !== 'string') throw new Error(`${login} could not sign in: ${describe(grant.status, grant.json)}`);
  const headers = { 'x-tracker-token': token, authorization: `Bearer ${token}` };
  return (call, index) => send(index, call, apiKey === null ? headers : { ...headers, 'x-api-key': apiKey });
}

async function insist(
  ask: Ask,
  call: WireCall,
  index: number,
  isDone: (answer: Answer & { readonly isFirst: boolean }) => boolean,
): Promise<Answer> {
  const endsAt = Date.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    const answer = await ask(call, index);
    const isLater = later.has(answer.status) || answer.status === 200;
    if (isDone({ ...answer, isFirst: tries === 0 }) || !isLater || Date.now() > endsAt) return answer;
    await setTimeout(1_000 + (index % 4) * 250);
  }
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : text.slice(0, 200) };
  } catch {
    return { status: 0, json: null };
  }
}

function describe(status: number, json: unknown): string {
  return `${status} ${JSON.stringify(json)?.slice(0, 160)}`;
}
