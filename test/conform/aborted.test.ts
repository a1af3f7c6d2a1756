import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreachable } from '../../src/conform/answer.ts';
import type { AnyKit, Report } from '../../src/conform/kit.ts';
import { findPlace, kits } from '../../src/conform/kits.ts';
import { openLyingProxy } from './lying-proxy.ts';
import { type ConformServer, openConformServer, runAt } from './server.ts';

// What a run finds does not depend on the run before, however that ended.

const versions: Readonly<Record<string, '7' | '5'>> = { legacy: '5' };
/** The call that opens a flight: the run ends right after it was answered. */
const openings: Readonly<Record<string, RegExp>> = {
  native: /POST \/start/,
  legacy: /POST \/position\.php/,
  smartcars3: /POST \/flights\/start/,
  'phpvms7-core': /POST .*pireps\/prefile/,
  stratos: /POST \/flights\/start/,
};

const outcomes = ({ results }: Report) => results.map(({ id, outcome, seen }) => `${outcome} ${id} ${seen ?? ''}`);

async function placeOf(kit: AnyKit, server: ConformServer): Promise<string> {
  return (await findPlace(kit, server.url, false)) ?? assert.fail('the contract does not answer');
}

/** Runs a kit at a server that falls silent when a flight was opened. */
async function runAborted(kit: AnyKit, server: ConformServer): Promise<void> {
  await using proxy = await openLyingProxy(await placeOf(kit, server));
  let isSilent = false;
  const opening = openings[kit.contract] ?? assert.fail();
  proxy.lie = async (asked, honest) => {
    if (isSilent) return { status: 0, text: '' };
    const told = await honest();
    isSilent = opening.test(`${asked.method} ${asked.path}`) && told.status === 200;
    return told;
  };
  await runAt(proxy.url, kit, server).catch((error) => {
    if (!(error instanceof Unreachable)) throw error;
  });
  assert.ok(isSilent, 'a flight was opened');
}

for (const kit of kits) {
  test(`${kit.contract}: after a run that was aborted, two in a row find the same: every requirement holds`, async () => {
    await using server = await openConformServer(versions[kit.contract] ?? '7');
    await runAborted(kit, server);
    const place = await placeOf(kit, server);
    const first = await runAt(place, kit, server);
    assert.deepEqual(
      outcomes(first).filter((each) => !each.startsWith('held')),
      [],
    );
    if (kit.contract === 'legacy' || kit.contract === 'stratos') return;
    assert.equal(first.tidied.length > 0, true, 'it says what it removed');
    const second = await runAt(place, kit, server);
    assert.deepEqual(outcomes(second), outcomes(first));
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
      all.filter((each) => !/^held|^left-out .* it asks to wait \d+ s/.test(each)),
      [],
    );
    assert.ok(all.slice(0, 3).every((each) => each.startsWith('held')));
  });
