import type { Contract, Route } from '../../src/contracts/contract.ts';
import { native } from '../../src/contracts/native/native.ts';
import { createLogger } from '../../src/log.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { writeTrackerConfig } from '../../src/platform/embedded/tracker-config.ts';
import { buildHttp } from '../../src/server/http.ts';
import { defaultOptions } from '../../src/tracking/parts.ts';
import { World } from '../world.ts';
import { type Answer, type Asking, ask, plainOptions } from './wire-world.ts';

export type Headers = Readonly<Record<string, string>>;

/** A contract in front of the real core, journal and crew center, on a port of its own. */
export interface Served extends AsyncDisposable {
  readonly world: World;
  readonly contract: Contract;
  readonly logLines: readonly string[];
  /** Every answer that was given, as text. */
  readonly answers: readonly string[];
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Headers of a new session. */
  signIn(login?: string, password?: string): Promise<Headers>;
  /** Changes the crew center's own settings, and waits until they are in force. */
  configure(changes: Headers): Promise<void>;
}

const manyRequests = { ...defaultOptions.limits, requestsPerSecond: 10_000, requestBurst: 100_000 };

export async function serve(contract: Contract): Promise<Served> {
  const world = await World.open({ limits: manyRequests });
  const logLines: string[] = [];
  const answers: string[] = [];
  const http = buildHttp({
    contract,
    calls: world.calls,
    settings: () => world.calls.status().settings,
    options: { ...plainOptions, logRequests: true },
    logger: createLogger({ level: 'trace', destination: { write: (line) => void logLines.push(line) } }),
    clock: world.clock,
  });
  const url = new URL(await http.listen({ kind: 'tcp', host: '127.0.0.1', port: 0 }));
  const asked = async (path: string, asking: Asking = {}) => {
    const answer = await ask(Number(url.port), contract.base + path, asking);
    answers.push(answer.text);
    return answer;
  };
  return {
    world,
    contract,
    logLines,
    answers,
    ask: asked,
    async signIn(login = 'ada@demo-air.example', password = demoPassword) {
      const { json } = await asked(contract === native ? '/auth' : '/login.php', { body: { login, password } });
      return { 'x-tracker-token': json.token };
    },
    async configure(changes) {
      await writeTrackerConfig(world.embedded.crewCenter, changes);
      await world.clock.advance(5_000);
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Every route of a contract that needs a session. */
export function sessionRoutes(contract: Contract): readonly Route[] {
  return Object.values(contract.routes)
    .flat()
    .filter((route) => route.access === 'session');
}

/** A request for this route, with a body where it takes one. */
export function askingFor(route: Route, headers: Headers, body: object = {}): Asking {
  return { method: route.method, headers, ...(route.body === null ? {} : { body }) };
}
