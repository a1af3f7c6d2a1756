import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { configOf, run } from '../../test/command-line.ts';
import { digest } from '../lib/tokens.ts';
import { demoPassword, seedDemo } from '../platform/embedded/demo.ts';
import { openServer } from '../server/app.ts';
import { commands } from './commands.ts';
import { formName } from './help.ts';

/** Forms that show what is stored, with the words that follow; those without are every `list` form. */
const shows: readonly string[] = ['audit', 'metrics', 'schedule export', 'settings set client_token_hash {client}'];

test('no command prints the hash of a token or password, as text or with --json', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cli-secrets-'));
  try {
    await using server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
    assert.ok(server.tracker.crewCenter.embedded !== null);
    const { crewCenter } = server.tracker.crewCenter.embedded;
    await seedDemo(crewCenter);
    const post = async (path: string, body: object, token: string | null) => {
      const headers = {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      };
      const reply = await fetch(`${server.url}/api/tracker/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
      return (await reply.json()) as any;
    };
    const { token } = await post('auth', { login: 'ada@demo-air.example', password: demoPassword }, null);
    const [bid] = crewCenter.all('SELECT id FROM bids WHERE user_id = 1 ORDER BY id DESC LIMIT 1');
    assert.ok(bid !== undefined);
    await post('start', { bid_id: String(bid.id) }, token);
    const client = 'c'.repeat(64);
    const export_ = join(data, 'ada.json');
    const lists = commands.flatMap(({ name, forms }) =>
      forms.filter((form) => form.name === 'list').map((form) => formName(name, form)),
    );
    const setting = shows.at(-1)?.replace('{client}', client) ?? '';
    const all = [setting, ...lists, ...shows.slice(0, -1), `privacy export DMO0001 ${export_}`];
    assert.ok(lists.length >= 12, 'the lists are found');
    const printed: string[] = [];
    for (const words of all)
      for (const json of words.startsWith('privacy') ? [[]] : [[], ['--json']]) {
        const { code, out, err } = await run([...words.split(' '), ...json, '--data', data]);
        assert.equal(code, 0, `${words}: ${out}${err}`);
        printed.push(words === setting ? '' : out, err);
      }
    const flight = JSON.parse((await run(['flights', 'list', '--json', '--data', data])).out)[0].flight.id;
    printed.push((await run(['flights', 'show', flight, '--data', data])).out, readFileSync(export_, 'utf8'));
    const text = printed.join('\n');
    assert.match(text, /DMO0001/);
    for (const secret of [token, digest(token), client]) assert.ok(!text.includes(secret), `${secret} is printed`);
    assert.doesNotMatch(text, /\$2[aby]\$|tokenHash|credentialVersion/);
  } finally {
    rmSync(data, { recursive: true });
  }
});
