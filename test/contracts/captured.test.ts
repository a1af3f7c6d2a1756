import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { coreAtApi } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { stratosAtApi } from '../../src/contracts/stratos/stratos.ts';
import { renewApiKey } from '../../src/platform/embedded/pilot-keys.ts';
import { type Served, serve } from '../wire/served.ts';
import { flavours } from '../wire/smartcars.ts';
import { readCaptured } from './read-captured.ts';

// What clients send, word by word, told to the real core. A client that somebody reports as broken becomes a file here.

const smartcars = flavours.map(({ name, contract, version }) => {
  const crewCenter = { kind: 'embedded', version } as const;
  return { name: `smartcars3 ${name}`, contract, folder: join('smartcars3', 'captured', name), config: { crewCenter } };
});
const own = [native, legacy, stratosAtApi].map((contract) => {
  return { name: contract.name, contract, folder: join(contract.name, 'captured'), config: {} };
});

const core = {
  name: coreAtApi.name,
  contract: coreAtApi,
  config: {},
  folder: join(coreAtApi.name, 'captured'),
};

for (const { name, contract, config, ...place } of [...own, ...smartcars, core]) {
  const folder = join(import.meta.dirname, place.folder);
  const files = globSync('*.http', { cwd: folder });
  assert.ok(files.length > 0);
  for (const file of files) {
    test(`${name}: the requests of ${basename(file, '.http')}`, async () => {
      await using served = await serve(contract, { requireHttps: false, logLevel: 'warn', ...config });
      const kept = new Map<string, string>(contract === coreAtApi ? [['key', await keyOf(served)]] : []);
      const fill = (text: string) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => kept.get(name) ?? assert.fail(name));
      for (const { method, path, headers, body, expected } of readCaptured(readFileSync(join(folder, file), 'utf8'))) {
        const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
        const bytes = Buffer.from(fill(body));
        const length = bytes.length === 0 ? {} : { 'content-length': String(bytes.length) };
        const sent = { ...Object.fromEntries(filled), ...length };
        const answer = await served.askAt(fill(path), {
          method,
          headers: sent,
          ...(bytes.length > 0 && { body: bytes }),
        });
        const said = `${method} ${path} ${fill(body)} → ${answer.status} ${answer.text}`;
        for (const { verb, name, value } of expected) {
          if (verb === 'status') assert.equal(answer.status, Number(name), said);
          if (verb === 'keep') kept.set(name, String(memberOf(answer.json, value)));
          if (verb === 'has')
            assert.deepEqual(memberOf(answer.json, name), JSON.parse(fill(value)), `${name}: ${said}`);
          if (verb === 'wait') await served.world.clock.advance(Number(name) * 1_000);
          if (verb === 'restart') await served.world.restart();
        }
      }
      assert.deepEqual(served.logLines, []);
    });
  }
}

/** A new API key of the first pilot, where the contract takes keys. */
async function keyOf({ world }: Served): Promise<string> {
  return (await renewApiKey(world.embedded.crewCenter, 'ada@demo-air.example')).apiKey.reveal();
}

/** `receipt.pirep_id`, `bids.0.id`. */
function memberOf(json: unknown, name: string): unknown {
  return name.split('.').reduce((value, part) => (value as Record<string, unknown>)?.[part], json);
}
