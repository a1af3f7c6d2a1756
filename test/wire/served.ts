import { Agent } from 'node:http';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { type Contract, type Route, routesOf } from '../../src/contracts/contract.ts';
import { native } from '../../src/contracts/native/native.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { writeTrackerConfig } from '../../src/platform/embedded/settings.ts';
import type { CrewCenterSettings } from '../../src/platform/port.ts';
import type { Position } from '../../src/tracking/model.ts';
import { World, type WorldChanges } from '../world.ts';
import { type Answer, type Asking, ask } from './ask.ts';

export type Headers = Readonly<Record<string, string>>;

/** The server with this contract, on a port of its own. */
export interface Served extends AsyncDisposable {
  readonly world: World;
  readonly contract: Contract;
  readonly port: number;
  readonly logLines: string[];
  /** Every answer that was given, as text. */
  readonly answers: readonly string[];
  /** A path below the contract's own. */
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Any path. */
  askAt(path: string, asking?: Asking): Promise<Answer>;
  /** Headers of a new session. */
  signIn(login?: string, password?: string): Promise<Headers>;
  /** Changes the crew center's own settings, and waits until they are in force. */
  configure(changes: Headers): Promise<void>;
  /** The same for settings as another crew center may have them. */
  assume(settings: Partial<CrewCenterSettings>): Promise<void>;
}

const manyRequests = { ...loadConfig({}).limits, requestsPerSecond: 10_000, requestBurst: 100_000 };

/** @param changes - `contracts` are served beside this one */
export async function serve(
  contract: Contract,
  config: Partial<Config> = {},
  changes: WorldChanges = {},
): Promise<Served> {
  const all = { logLevel: 'trace', limits: manyRequests, ...config } as const;
  const contracts = [contract, ...(changes.contracts ?? [])] as const;
  const world = await World.with({ ...changes, contracts, isServed: true, config: all });
  const answers: string[] = [];
  // Another one after a restart.
  const portOf = () => Number(new URL(world.server.url).port);
  // As clients do: reports are answered directly only on a connection that was used before.
  const agent = new Agent({ keepAlive: true });
  const askAt = async (path: string, asking: Asking = {}) => {
    const answer = await ask(portOf(), path, asking, agent);
    answers.push(answer.text);
    return answer;
  };
  const readSettings = async () => {
    // The round before writes what it read to the disk, and is followed by another one only then.
    await world.journal.barrier();
    await world.clock.advance(5_000);
  };
  const served: Served = {
    world,
    contract,
    answers,
    askAt,
    get port() {
      return portOf();
    },
    logLines: world.logLines,
    ask: (path, asking) => askAt(contract.base + path, asking),
    async signIn(login = 'ada@demo-air.example', password = demoPassword) {
      const { json } = await served.ask(contract === native ? '/auth' : '/login.php', { body: { login, password } });
      return { 'x-tracker-token': json.token };
    },
    async configure(settings) {
      await writeTrackerConfig(world.embedded.crewCenter, settings);
      await readSettings();
    },
    async assume(settings) {
      world.line.settings = settings;
      await readSettings();
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await world[Symbol.asyncDispose]();
    },
  };
  return served;
}

/** The positions of a flight, as they are stored. */
export async function positionsOf({ world }: Served, flightId: string): Promise<readonly Position[]> {
  const view = await world.tracking.operator.readFlight(flightId);
  const reports = await world.journal.readReports(view?.flight.number ?? 0);
  return reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
}

/** Every route of a contract that needs a session. */
export function sessionRoutes(contract: Contract): readonly Route[] {
  return routesOf(contract).filter((route) => route.access === 'session');
}

/** A request for this route, with a body where it takes one. */
export function askingFor(route: Route, headers: Headers, body: object = {}): Asking {
  return { method: route.method, headers, ...(route.body === null ? {} : { body }) };
}
