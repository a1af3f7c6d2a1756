import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { World } from '../../../test/world.ts';
import type { Origin } from '../../http/origin.ts';
import type { Finding } from '../../platform/check/finding.ts';
import type { Report } from '../../platform/check/run.ts';
import { Refusal } from '../../tracking/refusals.ts';
import type { CheckRun, SiteChecks } from '../../web/site-checks.ts';
import type { Programs } from '../program/programs.ts';
import type { SetUpFinding } from './findings.ts';
import { registerHostSetup } from './routes.ts';

interface Answer {
  readonly success: boolean;
  readonly says?: string;
  readonly message?: string;
  readonly isRunning?: boolean;
  readonly update?: string;
  readonly findings?: readonly SetUpFinding[];
}

/** Checks that end when the test says so. */
class HeldChecks implements SiteChecks {
  last: CheckRun | null = null;
  isRunning = false;
  start(): void {
    this.isRunning = true;
  }
  end(findings: readonly Partial<Finding>[]): void {
    const report = { folder: '/srv/crew', url: null, server: 'other', findings } as Report;
    this.last = { at: 0, report, problem: null };
    this.isRunning = false;
  }
}

type Updating = Pick<Programs, 'canVerify' | 'updateProgram'>;
const noUpdates: Updating = { canVerify: false, updateProgram: () => assert.fail('it cannot be verified') };

interface Given {
  readonly viaEdge?: boolean;
  readonly checks?: SiteChecks;
  readonly programs?: Updating;
}

async function served(world: World, { viaEdge = true, checks, programs = noUpdates }: Given = {}) {
  const app = Fastify();
  const ends: string[] = [];
  const origin = { address: '192.0.2.1', ...(viaEdge && { viaEdge }) } as Origin;
  registerHostSetup(app, {
    calls: world.calls,
    platform: world.embedded.platform,
    clock: world.clock,
    checks: checks ?? null,
    programs,
    originOf: () => origin,
    end: () => ends.push('ended'),
    onError: (error) => assert.fail(String(error)),
  });
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url });
    return { status: statusCode, ...(JSON.parse(body) as Answer) };
  };
  return { ask, ends };
}

test('the edge has a test flight flown for a pilot, one at a time', async () => {
  await using world = await World.open();
  const { pilot } = await world.signIn();
  const { ask } = await served(world);
  const url = `/host-setup/flight?pilot=${pilot.id}`;
  const both = await Promise.all([ask(url), ask(url)]);
  assert.deepEqual(
    both.map(({ status, success }) => [status, success]),
    [
      [200, true],
      [200, true],
    ],
  );
  assert.equal((await ask('/host-setup/flight')).status, 400);
  assert.match((await ask('/host-setup/flight?pilot=a')).message ?? '', /`pilot`/);
});

test('the edge has the site looked at, and is told what was found when that is over', async () => {
  await using world = await World.open();
  const checks = new HeldChecks();
  const { ask } = await served(world, { checks });
  const looking = { status: 200, success: true, isRunning: true, findings: [] };
  assert.deepEqual(await ask('/host-setup/checks?pilot=1'), looking, 'the first look is begun by who asks');
  assert.deepEqual(await ask('/host-setup/checks?pilot=1'), looking);
  checks.end([
    {
      name: 'database-rights',
      severity: 'serious',
      title: 'The account lacks rights',
      subject: 'crew',
      evidence: 'not granted: DELETE',
      reason: 'Bids stay.',
      remedy: 'Grant it.',
    },
  ]);
  const lacking = {
    level: 'serious',
    says: 'The account lacks rights: crew (not granted: DELETE).',
    cure: 'Bids stay. In your panel, under “MySQL Databases”, add the user to the database with “All privileges”.',
  };
  assert.deepEqual((await ask('/host-setup/checks?pilot=1')).findings, [lacking]);
  assert.deepEqual(await ask('/host-setup/checks/again?pilot=1'), looking);
  checks.end([]);
  const [rights] = (await ask('/host-setup/checks?pilot=1')).findings ?? [];
  assert.deepEqual([rights?.level, rights?.cure], ['ok', '']);
  checks.last = { at: 0, report: null, problem: 'more than 10 minutes' };
  assert.match((await ask('/host-setup/checks')).findings?.[0]?.says ?? '', /could not be looked at: more than/);
  const none = await served(world);
  assert.deepEqual((await none.ask('/host-setup/checks')).findings, [], 'a crew center without a site');
});

test('an update that set-up asks for is made once, told while it takes long, and refused in its own words', async () => {
  await using world = await World.open();
  const asked: string[] = [];
  let answer = Promise.withResolvers<string>();
  const programs: Updating = {
    canVerify: true,
    updateProgram(actor, from) {
      asked.push(`${actor} ${from}`);
      return answer.promise;
    },
  };
  const { ask } = await served(world, { programs });
  const url = '/host-setup/update?pilot=7';
  const both = [ask(url), ask(url)];
  await world.until(() => asked.length === 1);
  await world.clock.advance(6_000);
  for (const each of await Promise.all(both)) assert.equal(each.update, 'running');
  const third = ask(url);
  answer.resolve('0.4.0');
  assert.deepEqual([(await third).update, (await third).says?.includes('0.4.0')], ['done', true]);
  assert.deepEqual(asked, ['set-up by pilot 7 null']);
  answer = Promise.withResolvers();
  answer.reject(new Refusal('invalid', { message: 'It is not signed.' }));
  assert.deepEqual(await ask(url), { status: 200, update: 'refused', says: 'It is not signed.' });
  assert.equal((await ask('/host-setup/update')).status, 400);
  const unsigned = await served(world);
  assert.equal((await unsigned.ask(url)).update, 'unknown');
});

test('the edge can end the server, and nobody else can ask for any of it', async () => {
  await using world = await World.open();
  const edge = await served(world);
  assert.equal((await edge.ask('/host-setup/stop')).status, 200);
  assert.deepEqual(edge.ends, ['ended']);
  const stranger = await served(world, { viaEdge: false });
  for (const path of [
    '/host-setup/stop',
    '/host-setup/flight?pilot=1',
    '/host-setup/checks',
    '/host-setup/checks/again',
  ])
    assert.equal((await stranger.ask(path)).status, 403);
  assert.deepEqual(stranger.ends, []);
  assert.deepEqual(world.pireps(), []);
});
