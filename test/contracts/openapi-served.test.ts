import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Contract } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { openapi } from '../../src/contracts/openapi.ts';
import { furtherContracts } from '../../src/server/further-contracts.ts';
import { serve } from '../wire/served.ts';

const all = { kind: 'named', words: ['smartcars3', 'phpvms7-core', 'stratos'] } as const;

for (const [version, own, count] of [
  ['7', native, 6],
  ['5', legacy, 2],
] as const)
  test(`on version ${version} each contract's document is served without a session, and the page leads to it`, async () => {
    const place = { version: Number(version) as 7 | 5, isEmbedded: true, isHandedOver: false };
    const [first, ...others] = furtherContracts(all, place);
    const further: readonly [Contract, ...Contract[]] = [first ?? assert.fail(), ...others];
    const config = { crewCenter: { kind: 'embedded', version } as const };
    await using served = await serve(own, config, { contracts: further });
    const contracts = [own, ...further];
    assert.equal(contracts.length, count);
    for (const contract of contracts) {
      const answer = await served.askAt(`${contract.base}/openapi.json`);
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/json; charset=utf-8']);
      assert.equal(answer.text, openapi.render(contract, contracts));
      assert.deepEqual(answer.json.servers, [{ url: contract.base }]);
    }
    const page = (await served.ask('/docs')).text;
    const linked = [...page.matchAll(/href="([^"#]+)"/g)].map(
      ([, link = '']) => new URL(link, `http://va.example${own.base}/docs`).pathname,
    );
    assert.deepEqual(
      linked,
      contracts.map(({ base }) => `${base}/openapi.json`),
    );
  });
