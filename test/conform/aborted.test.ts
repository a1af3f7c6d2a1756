// alone: it takes long
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { AnyKit, Report } from '../../src/conform/kit.ts';
import { findPlace, kits } from '../../src/conform/kits.ts';
import { builtProgram } from '../built-program.ts';
import { openLyingProxy } from './lying-proxy.ts';
import { type ConformServer, openConformServer, runAt } from './server.ts';

// What a run finds does not depend on the run before, however that ended.

const versions: Readonly<Record<string, '7' | '5'>> = { legacy: '5' };
/** Calls that leave something behind: the program is killed when the last of each is answered, before the answer reaches it. */
const places: Readonly<Record<string, readonly (readonly [call: RegExp, number: number])[]>> = {
  native: [
    [/POST \/bids$/, 1],
    [/POST \/charters/, 1],
    [/POST \/finish/, 1],
    [/POST \/position/, 3],
  ],
  legacy: [
    [/POST \/position\.php/, 1],
    [/POST \/position\.php/, 4],
  ],
  smartcars3: [
    [/POST \/flights\/book$/, 1],
    [/POST \/flights\/charter/, 1],
    [/POST \/flights\/complete/, 1],
    [/POST \/flights\/update/, 2],
  ],
  'phpvms7-core': [
    [/PUT .*user\/bids/, 1],
    [/POST .*\/file$/, 1],
    [/POST .*acars\/position/, 1],
  ],
  stratos: [
    [/POST \/flights\/start/, 1],
    [/POST \/flights\/update/, 2],
  ],
};

const { launcher: program } = await builtProgram();
const outcomes = ({ results }: Report) => results.map(({ id, outcome, seen }) => `${outcome} ${id} ${seen ?? ''}`);

const isHeld = (outcome: string) => outcome.startsWith('held');
/** Runs in a row use up the server's limit of wrong keys, the sooner the faster the machine is. */
const isLimited = (outcome: string) => /^left-out .* it asks to wait \d+ s$/.test(outcome);

async function placeOf(kit: AnyKit, server: ConformServer): Promise<string> {
  return (await findPlace(kit, server.url, false)) ?? assert.fail('the contract does not answer');
}

/** Runs the program, and kills it in the middle. */
async function runKilled(kit: AnyKit, server: ConformServer, [call, number]: readonly [RegExp, number]) {
  await using proxy = await openLyingProxy(await placeOf(kit, server));
  const folder = mkdtempSync(join(tmpdir(), 'tracker-killed-'));
  const { pilot } = server.pilotsOf(kit);
  writeFileSync(join(folder, 'secret'), 'apiKey' in pilot ? pilot.apiKey : pilot.password);
  const secret = ['apiKey' in pilot ? '--api-key-file' : '--password-file', join(folder, 'secret')];
  const login = 'login' in pilot ? ['--login', pilot.login] : [];
  const named = ['conform', proxy.url, '--contract', kit.contract, ...login, ...secret];
  let left = number;
  const child = spawn(process.execPath, [program, ...named], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  proxy.lie = async (asked, honest) => {
    if (left === 0) return { status: 0, text: '' };
    const told = await honest();
    if (!call.test(`${asked.method} ${asked.path}`) || told.status !== 200) return told;
    left -= 1;
    if (left === 0) child.kill('SIGKILL');
    return left === 0 ? { status: 0, text: '' } : told;
  };
  const [, signal] = (await ended) as [number | null, string | null];
  rmSync(folder, { recursive: true });
  assert.equal(signal, 'SIGKILL', `${call} was answered ${number - left} times`);
}

// Side by side: a run mostly waits, for the limits of the server and for instants that differ.
describe('run after run', { concurrency: true }, () => {
  for (const kit of kits) {
    test(`${kit.contract}: after runs that were killed, two in a row find the same: every requirement holds`, async () => {
      await using server = await openConformServer(versions[kit.contract] ?? '7');
      for (const killedAt of places[kit.contract] ?? []) await runKilled(kit, server, killedAt);
      const place = await placeOf(kit, server);
      const first = await runAt(place, kit, server);
      assert.deepEqual(
        outcomes(first).filter((each) => !isHeld(each) && !isLimited(each)),
        [],
      );
      assert.equal(first.tidied.length > 0, kit.contract !== 'legacy', 'it says what it removed');
      const second = await runAt(place, kit, server);
      const judged = [first, second].map((run) => outcomes(run));
      const isJudged = (_: string, index: number) => !judged.some((all) => isLimited(all[index] ?? ''));
      assert.deepEqual(judged[1]?.filter(isJudged), judged[0]?.filter(isJudged));
      assert.deepEqual(second.tidied, []);
    });
  }

  test('a flight of the pilot’s own is left alone, and named; what changes anything is left out until it is ended', async () => {
    const kit = kits.find(({ contract }) => contract === 'phpvms7-core') ?? assert.fail();
    await using server = await openConformServer('7');
    const place = await placeOf(kit, server);
    const { pilot } = server.pilotsOf(kit);
    const headers = { 'x-api-key': 'apiKey' in pilot ? pilot.apiKey : '', 'content-type': 'application/json' };
    const { data } = (await (await fetch(`${place}/api/user/fleet`, { headers })).json()) as {
      data: { aircraft: { id: number }[] }[];
    };
    const free = {
      airline_id: 1,
      aircraft_id: data[0]?.aircraft[0]?.id,
      flight_number: '7',
      dpt_airport_id: 'LSZH',
      arr_airport_id: 'EDDF',
    };
    const open = await fetch(`${place}/api/pireps/prefile`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...free, source_name: 'x' }),
    });
    const { data: pirep } = (await open.json()) as { data: { id: string } };
    const only = ['key/accepted', 'prefile/units', 'file/again'];
    const left = await runAt(place, kit, server, { only });
    assert.deepEqual(
      left.results.map(({ outcome }) => outcome),
      ['held', 'left-out', 'left-out'],
    );
    assert.match(
      left.results[1]?.seen ?? '',
      new RegExp(`under way, DM7 \\(PIREP ${pirep.id}\\): end it, or run with --end-open-flight`),
    );
    const ended = await runAt(place, kit, server, { only, endsOpenFlight: true });
    assert.deepEqual(
      ended.results.map(({ outcome }) => outcome),
      ['held', 'held', 'held'],
    );
    assert.deepEqual(ended.tidied, [`The flight DM7 (PIREP ${pirep.id}) was cancelled.`]);
  });

  test('of several flights under way each is ended; one that cannot be is named, and what changes anything is left out', async () => {
    const kit = kits.find(({ contract }) => contract === 'phpvms7-core') ?? assert.fail();
    await using server = await openConformServer('7');
    await using proxy = await openLyingProxy(await placeOf(kit, server));
    const open = ['a', 'b'].map((id) => ({ id, ident: `DM-${id}`, flight_number: id }));
    const cancelled: string[] = [];
    let endsNothing = false;
    proxy.lie = (asked, honest) => {
      const [, id] = /pireps\/([ab])\/cancel/.exec(asked.path) ?? [];
      if (id !== undefined) cancelled.push(id);
      if (id !== undefined) return { status: 200, text: '{}' };
      const left = open.filter((row) => endsNothing || !cancelled.includes(row.id));
      const isListed = asked.path.includes('state=0') && left.length > 0;
      return isListed ? { status: 200, text: JSON.stringify({ data: left }) } : honest();
    };
    const only = ['prefile/units'];
    const ended = await runAt(proxy.url, kit, server, { only, endsOpenFlight: true });
    assert.deepEqual(cancelled, ['a', 'b']);
    assert.deepEqual(
      ended.results.map(({ outcome }) => outcome),
      ['held'],
    );
    endsNothing = true;
    const stuck = await runAt(proxy.url, kit, server, { only, endsOpenFlight: true });
    assert.deepEqual(
      stuck.results.map(({ seen }) => seen),
      ['the flight DM-a (PIREP a) was cancelled, and is still under way'],
    );
  });

  for (const [contract, only] of [
    ['native', ['auth/password', 'auth/wrong-password', 'auth/log-out']],
    ['smartcars3', ['login/shape', 'login/wrong-password', 'session/wrong']],
    ['phpvms7-core', ['key/missing', 'key/wrong', 'key/not-echoed']],
  ] as const)
    test(`${contract}: run after run the server’s own limit of sign-ins makes nothing deviate`, async () => {
      const kit = kits.find((each) => each.contract === contract) ?? assert.fail();
      await using server = await openConformServer('7');
      const place = await placeOf(kit, server);
      const all: string[] = [];
      for (let run = 0; run < 25; run++) all.push(...outcomes(await runAt(place, kit, server, { only })));
      assert.deepEqual(
        all.filter((each) => !isHeld(each) && !isLimited(each)),
        [],
      );
      assert.ok(all.slice(0, 3).every(isHeld));
    });
});
