import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MysqlAddress } from '../../../src/lib/mysql.ts';
import type { Release } from './release.ts';
import { RestBids } from './rest-bids.ts';
import { RestModule } from './rest-module.ts';
import { type Event, RestPireps } from './rest-pireps.ts';
import { internalError, Problem } from './rest-problem.ts';
import { type Row, Tables } from './rest-tables.ts';

/** What goes wrong with the next call of this kind: nothing is done; it is done and the answer is lost; PHP goes on after the answer is lost. */
export type Fault = 'unreachable' | 'answer lost' | 'still under way';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly body: Row;
  readonly signature: string | null;
  readonly text: string;
}

/**
 * A stand-in for phpVMS 7's REST API on the same database as the adapter, with the quirks of the real one: held against
 * recorded answers by `rest.host-test.ts`.
 */
export class RestStandIn implements AsyncDisposable {
  readonly calls: Call[] = [];
  readonly events: { readonly event: Event; readonly pirepId: string }[] = [];
  readonly #tables: Tables;
  readonly #pireps: RestPireps;
  readonly #bids: RestBids;
  readonly module: RestModule;
  readonly #server: Server;
  readonly #faults = new Map<string, Fault>();
  /** Something that happens at the next call whose path ends so: instead of it, or after it was done and before it is answered. */
  interruption: { readonly pathEnd: string; readonly when: 'instead' | 'after'; act(): Promise<void> } | null = null;
  /** `artisan down`. */
  isInMaintenance = false;
  /** An add-on whose listener of this event throws. */
  brokenListener: Event | null = null;

  private constructor(address: MysqlAddress, prefix: string, release: Release) {
    this.#tables = new Tables(address, prefix, release === 'main');
    this.#pireps = new RestPireps(this.#tables, {
      tell: (event, pirepId) => this.#tell(event, pirepId),
      overwritesDistance: release === '7.0.0-beta.5',
    });
    this.#bids = new RestBids(this.#tables);
    this.module = new RestModule(this.#pireps);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(address: MysqlAddress, prefix: string, release: Release = '7.0.10'): Promise<RestStandIn> {
    const standIn = new RestStandIn(address, prefix, release);
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/crew`;
  }

  /** The next call whose path ends so goes wrong. */
  failNext(pathEnd: 'prefile' | 'update' | 'file' | 'cancel' | 'bids' | 'decision', fault: Fault): void {
    this.#faults.set(pathEnd, fault);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#tables.close();
  }

  #tell(event: Event, pirepId: string): void {
    this.events.push({ event, pirepId });
    if (event === this.brokenListener) throw internalError('Undefined variable $discord', 'ErrorException');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    this.calls.push(call);
    const end = call.path.split('?')[0]?.split('/').at(-1) ?? '';
    const fault = this.#faults.get(end);
    this.#faults.delete(end);
    const interruption = this.interruption?.pathEnd === end ? this.interruption : null;
    if (interruption !== null) this.interruption = null;
    if (interruption?.when === 'instead') {
      await interruption.act();
      return void request.socket.destroy();
    }
    if (fault === 'unreachable') return void request.socket.destroy();
    if (fault === 'still under way') request.socket.destroy();
    const { status, body } = await this.#handle(call);
    await interruption?.act();
    if (fault !== undefined) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  async #handle(call: Call): Promise<{ status: number; body: unknown }> {
    const isDecision = call.path === '/crew/api/by-tracker/decision' && this.module.condition !== 'missing';
    if (isDecision && !this.isInMaintenance) return this.module.answer({ header: call.signature, text: call.text });
    try {
      return { status: 200, body: await this.#route(call) };
    } catch (error) {
      const problem = error instanceof Problem ? error : internalError(String(error), 'PDOException');
      return { status: problem.status, body: problem.body };
    }
  }

  async #route({ method, path, key, body }: Call): Promise<unknown> {
    if (this.isInMaintenance) throw new Problem(503, 'http-exception', 'Service Unavailable');
    const match =
      /^\/crew\/api\/(status|user|user\/bids(?:\?with=)?|pireps\/(?:prefile|([^/]+)(?:\/(update|file|cancel|comments))?))$/.exec(
        path,
      );
    if (match === null) throw new Problem(404, 'not-found', 'Not Found');
    const [, what = '', encodedId = '', action] = match;
    const id = decodeURIComponent(encodedId);
    if (what === 'status') return { name: 'phpvms', version: '7.0.0', php: '8.2.0' };
    if (method === 'GET' && what !== 'user') return { data: await this.#pireps.read(id) };
    const user = await this.#authenticate(key);
    if (what === 'user') return { data: { id: user.id } };
    if (what.startsWith('user/bids')) {
      return { data: await (method === 'DELETE' ? this.#bids.remove(user, body) : this.#bids.add(user, body)) };
    }
    if (what === 'pireps/prefile') return { data: await this.#pireps.prefile(user, body) };
    if (action === 'comments') return { data: await this.#pireps.comment(user, id, body) };
    if (action === 'update') return { data: await this.#pireps.update(user, id, body) };
    if (action === 'file') return { data: await this.#pireps.file(user, id, body) };
    return this.#pireps.cancel(id);
  }

  /** The message of a 401 repeats the key. `main` takes the key of a pilot like a token with every scope (ApiAuth.php, TransientToken). */
  async #authenticate(key: string | null): Promise<Row> {
    const refused = (why: string) => {
      const problem = new Problem(401, '', why);
      const message = `Invalid or missing API key (${why})`;
      return Object.assign(problem, { body: { error: { code: '401', http_code: 'Unauthorized', message } } });
    };
    if (key === null) throw refused('X-API-KEY header missing');
    const [user] = await this.#tables.rows('SELECT * FROM {users} WHERE api_key = ? AND deleted_at IS NULL', [key]);
    if (user === undefined) throw refused(`User not found with key "${key}"`);
    if (user.state !== 1 && user.state !== 3) throw refused('User is not ACTIVE');
    return user;
  }
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const header = request.headers['x-api-key'] ?? request.headers.authorization;
  const signature = request.headers['x-tracker-call'];
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    key: typeof header === 'string' ? header : null,
    body: parse(text),
    signature: typeof signature === 'string' ? signature : null,
    text,
  };
}

/** Malformed JSON is an empty body there. */
function parse(text: string): Row {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Row) : {};
  } catch {
    return {};
  }
}
