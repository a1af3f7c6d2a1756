/** Who asks, or with which wrong credential. */
export type Caller =
  | 'pilot'
  | 'other'
  | 'on leave'
  | 'suspended'
  | 'pending'
  | 'nobody'
  | 'wrong key'
  | 'empty key'
  | 'bare Authorization'
  | 'Bearer';

/** One request of the round. Texts in braces are names of the site (`{flight}`) or what an earlier answer gave (`{pirep}`). */
export interface Step {
  readonly name: string;
  readonly as: Caller;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  readonly path: string;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  /** Names for later requests, each with the place of its value in this answer. */
  readonly keep?: Readonly<Record<string, string>>;
}

type More = Partial<Pick<Step, 'as' | 'keep'>>;

export const get = (name: string, path: string, as: Caller = 'pilot'): Step => ({ name, as, method: 'GET', path });

export const send = (
  method: Exclude<Step['method'], 'GET'>,
  name: string,
  path: string,
  body?: unknown,
  { as = 'pilot', keep }: More = {},
): Step => ({ name, as, method, path, ...(body !== undefined && { body }), ...(keep && { keep }) });

export const post = (name: string, path: string, body?: unknown, more?: More) => send('POST', name, path, body, more);
export const put = (name: string, path: string, body?: unknown, more?: More) => send('PUT', name, path, body, more);
