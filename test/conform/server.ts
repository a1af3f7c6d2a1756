import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AnyKit, Pilot, Report, RunOptions } from '../../src/conform/kit.ts';
import { createLogger } from '../../src/lib/log.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { openAirline } from '../../src/platform/embedded/demo-airline.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { placeEmptyCrewCenter } from '../empty-crew-center.ts';
import { openShipped } from '../shipped-server.ts';

/** The server as it ships with the demo airline, on the machine's own clock: a kit sees it as any client does. */
export interface ConformServer extends AsyncDisposable {
  readonly url: string;
  pilotsOf(kit: AnyKit): { readonly pilot: Pilot; readonly stranger: Pilot };
  /** Books every flight for the pilot. */
  book(): Promise<void>;
}

export async function openConformServer(version: '7' | '5'): Promise<ConformServer> {
  const opened = await openShipped({
    prepare: (folder) => seed(version, folder),
    env: () => ({
      TRACKER_EMBEDDED_VERSION: version,
      TRACKER_COMMIT_WINDOW: '0',
      TRACKER_LOG_LEVEL: 'silent',
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      ...(version === '7' && { TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos' }),
    }),
  });
  const { folder: directory } = opened;
  const key = (email: string) => (version === '7' ? keyOf(join(directory, embeddedFileName), email) : '');
  let session: Promise<string> | null = null;
  const keys = [key('ada@demo-air.example'), key('ben@demo-air.example')] as const;
  return {
    url: opened.server.url,
    pilotsOf({ credential }) {
      if (credential === 'api-key') return { pilot: { apiKey: keys[0] }, stranger: { apiKey: keys[1] } };
      const [pilot, stranger] = ['DMO0001', 'DMO0002'].map((login) => ({ login, password: demoPassword }));
      if (pilot === undefined || stranger === undefined) throw new Error('the demo has two pilots');
      return { pilot, stranger };
    },
    async book() {
      session ??= logIn(`${opened.server.url}/api/tracker`);
      await bookAll(`${opened.server.url}/api/tracker`, await session);
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

const seeded = new Map<'7' | '5', Promise<string>>();

/** Each server has a copy of the same data, which are made once. */
async function seed(version: '7' | '5', directory: string): Promise<void> {
  const made = seeded.get(version) ?? makeData(version);
  seeded.set(version, made);
  cpSync(await made, directory, { recursive: true });
}

async function makeData(version: '7' | '5'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-conform-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const file = join(folder, embeddedFileName);
  if (version === '7') await placeEmptyCrewCenter(file);
  await (await openAirline(version, folder, createLogger({ level: 'silent' }))).close();
  if (version === '7') fill(file);
  return folder;
}

/** Runs a kit, or some of its checks, at an address. Stratos cannot book: its bids are made before. */
export async function runAt(
  baseUrl: string,
  kit: AnyKit,
  server: ConformServer,
  more: Partial<RunOptions> = {},
): Promise<Report> {
  if (kit.contract === 'stratos') await server.book();
  const target = { baseUrl, ...server.pilotsOf(kit), aircraft: null };
  return kit.run(target, { isReadOnly: false, knownFaults: {}, onResult: () => {}, ...more });
}

async function logIn(place: string): Promise<string> {
  const { token } = (await post(`${place}/auth`, { login: 'DMO0001', password: demoPassword })) as { token: string };
  return token;
}

async function bookAll(place: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { schedules } = (await (await fetch(`${place}/schedules?per_page=100`, { headers })).json()) as {
    schedules: { id: string; bid_id: string | null }[];
  };
  for (const { id } of schedules.filter(({ bid_id: bid }) => bid === null))
    await post(`${place}/bids`, { schedule_id: id }, headers);
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const all = { 'content-type': 'application/json', ...headers };
  return (await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) })).json();
}

/** Something to read in each list, and of the airports some hundreds: to read and send all of the world takes longer than most checks. */
function fill(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec("DELETE FROM airports WHERE iata IS NULL OR substr(id, 1, 2) NOT IN ('LS', 'ED', 'LE', 'LF', 'MM')");
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  database
    .prepare('INSERT INTO news (subject, body, created_at) VALUES (?, ?, ?)')
    .run('Open day', 'Come and fly.', now);
  database.close();
}

function keyOf(file: string, email: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return String(database.prepare('SELECT api_key FROM users WHERE email = ?').get(email)?.api_key);
  } finally {
    database.close();
  }
}
