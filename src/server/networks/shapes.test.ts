// alone: it measures how long its process is busy
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { ivaoText, type MadePilot, vatsimText } from '../../../test/feeds/made-feed.ts';
import { dataAddressOf, readFeed } from './shapes.ts';

const at = Date.UTC(2024, 2, 6, 12, 0, 30);
const made: MadePilot = { id: 1_234_567, callsign: 'DMO101', lat: 47.5, lon: 8.55, at: at - 4_000 };
const texts = { vatsim: vatsimText, ivao: ivaoText };

for (const network of ['vatsim', 'ivao'] as const) {
  const text = texts[network];

  test(`${network}: a pilot is found by the member's number, with callsign, place, type and time`, async () => {
    const reading = await readFeed(network, text(at, [made, { ...made, id: 7_654, type: null, callsign: 'hb-ijk' }]));
    assert.equal(reading?.at, at);
    const { id: _, ...place } = made;
    assert.deepEqual(reading?.seen.get('1234567'), { ...place, aircraftType: 'A320' });
    assert.deepEqual(reading?.seen.get('7654'), { ...place, callsign: 'HB-IJK', aircraftType: null });
    assert.equal(reading?.seen.has('990'), false, 'a controller is no pilot');
    assert.equal(reading?.seen.size, 2);
  });

  test(`${network}: what a pilot's entry does not say properly is not read as being away`, async () => {
    const wrong: readonly object[] = [
      { lat: 91 },
      { lon: Number.NaN },
      { callsign: '<b>' },
      { callsign: '' },
      { lat: '1' },
    ];
    for (const each of wrong) {
      const reading = await readFeed(network, text(at, [{ ...made, ...each }]));
      assert.equal(reading?.seen.get('1234567'), null, JSON.stringify(each));
    }
  });

  test(`${network}: malformed, cut off and empty feeds are refused`, async () => {
    const whole = text(at, [made, made]);
    const cuts = [0.3, 0.5, 0.6].map((share) => whole.slice(0, whole.indexOf('"pilots"') + 12 + share * 900));
    const others = [text(at, []), '{"pilots": [{]}', '{"pilots": [{"a":}]}', `{"pilots": [{"a": "${'x'.repeat(99)}`];
    const endless = `{"pilots": [{"a": [${'{"b": 1},'.repeat(20_000)}`;
    for (const each of [...cuts, ...others, endless])
      await assert.rejects(readFeed(network, each), { name: 'UnreadableFeedError' }, each.slice(0, 60));
    for (const each of ['', '{}', '<html>gone</html>', 'null', '[]']) assert.equal(await readFeed(network, each), null);
  });

  test(`${network}: 2,500 pilots are read in pieces, between which other work has its turn`, async (t) => {
    const pilots = Array.from({ length: 2_500 }, (_, index) => ({ ...made, id: 1_000 + index }));
    const text2500 = text(at, pilots);
    await readFeed(network, text2500);
    const stretches = new Stretches();
    const reading = await readFeed(network, text2500);
    const { longestMs, count } = stretches.end();
    t.diagnostic(
      `${network}: ${text2500.length} characters in ${count} pieces, the longest ${longestMs.toFixed(1)} ms`,
    );
    assert.equal(reading?.seen.size, 2_500);
    assert.ok(count >= 10, `${count} pieces`);
  });
}

test('a feed without a time of its own is as old as the last that it saw', async () => {
  const text = ivaoText(at, [made, { ...made, id: 9_999, at: at - 9_000 }]).replace(/"updatedAt":"[^"]*",/, '');
  assert.equal((await readFeed('ivao', text))?.at, made.at);
});

test('one who has just connected to IVAO has no place yet', async () => {
  assert.equal((await readFeed('ivao', ivaoText(at, [{ ...made, isNew: true }])))?.seen.get('1234567'), null);
});

test('the address of the data is found in status.json', () => {
  const status = { data: { v3: ['https://data.vatsim.net/v3/vatsim-data.json'], transceivers: [] }, user: [] };
  assert.equal(dataAddressOf(JSON.stringify(status)), 'https://data.vatsim.net/v3/vatsim-data.json');
  for (const text of ['', '{}', 'null', '{"data":{"v3":[]}}', '{"data":{"v3":[7]}}', '{"data":{"v3":"x"}}'])
    assert.equal(dataAddressOf(text), null, text);
});

/** Measures how long the thread was busy between two turns of the event loop. */
class Stretches {
  #longestMs = 0;
  #count = 0;
  #from = performance.now();
  #immediate = setImmediate(() => this.#turn());

  end() {
    clearImmediate(this.#immediate);
    return { longestMs: Math.max(this.#longestMs, performance.now() - this.#from), count: this.#count };
  }

  #turn(): void {
    this.#longestMs = Math.max(this.#longestMs, performance.now() - this.#from);
    this.#count += 1;
    this.#from = performance.now();
    this.#immediate = setImmediate(() => this.#turn());
  }
}
