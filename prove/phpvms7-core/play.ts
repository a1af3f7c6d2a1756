import { type Shape, shapeOf } from './shape-of.ts';
import type { Caller, Step } from './step.ts';

/** What a site calls the things of the round: one flight that the pilot has a bid on, free ones, aircraft, airports. */
export interface Site {
  /** What `/api` is appended to. */
  readonly url: string;
  readonly keys: Readonly<Record<'pilot' | 'other' | 'on leave' | 'suspended' | 'pending', string>>;
  readonly names: Readonly<Record<string, string | number>>;
}

export interface Answered {
  /** The request as it is in the list, with its names in braces. */
  readonly request: Step;
  readonly status: number;
  /** `text` for what is no JSON, `nothing` for an empty body. */
  readonly shape: Shape;
  readonly text: string;
}

/** Asks everything in order, each request after the answer to the one before. */
export async function play(site: Site, steps: readonly Step[]): Promise<readonly Answered[]> {
  const names: Record<string, unknown> = { ...site.names };
  const answered: Answered[] = [];
  for (const step of steps) {
    const { status, text } = await askPatiently(site, step, names);
    const json = jsonOf(text);
    for (const [name, place] of Object.entries(step.keep ?? {})) names[name] = memberAt(json, place);
    const shape = json === undefined ? (text.trim() === '' ? 'nothing' : 'text') : shapeOf(json);
    answered.push({ request: step, status, shape, text });
  }
  return answered;
}

/** A server with a limit of requests says when to go on. */
async function askPatiently(site: Site, step: Step, names: Readonly<Record<string, unknown>>) {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(site, step, names);
    if (answer.status !== 429 || attempt === 10) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000 * answer.retryAfterS));
  }
}

async function ask({ url, keys }: Site, step: Step, names: Readonly<Record<string, unknown>>) {
  const { method, path, body } = step;
  const headers: Record<string, string> = { accept: 'application/json', ...credential(step.as, keys) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const filled = fill(body, names);
  const response = await fetch(`${url}/api${String(fillText(path, names))}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: typeof filled === 'string' ? filled : JSON.stringify(filled) }),
  });
  const retryAfterS = Number(response.headers.get('retry-after') ?? 1);
  return { status: response.status, text: await response.text(), retryAfterS };
}

function credential(as: Caller, keys: Site['keys']): Record<string, string> {
  switch (as) {
    case 'nobody':
      return {};
    case 'wrong key':
      return { 'x-api-key': 'nokeyofanybody' };
    case 'empty key':
      return { 'x-api-key': '' };
    case 'bare Authorization':
      return { authorization: keys.pilot };
    case 'Bearer':
      return { authorization: `Bearer ${keys.pilot}` };
    default:
      return { 'x-api-key': keys[as] };
  }
}

/** A text that is one name alone becomes its value, which may be a number. */
function fill(value: unknown, names: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') return fillText(value, names);
  if (Array.isArray(value)) return value.map((item) => fill(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, names)]));
}

function fillText(text: string, names: Readonly<Record<string, unknown>>): unknown {
  const [, alone] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (alone !== undefined && alone in names) return names[alone];
  // What an answer did not give is asked for by a name that nothing has.
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in names ? String(names[name] ?? 'missing') : whole,
  );
}

function memberAt(json: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
