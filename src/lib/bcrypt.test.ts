// alone: it looks at every thread of its process
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { costOf, dummyHash, openBcrypt, verifyAtCost } from './bcrypt.ts';
import { Secret } from './secret.ts';

/** All that were ever started. */
const workers: Worker[] = [];
process.on('worker', (worker) => workers.push(worker));

const bcrypt = openBcrypt();
after(() => bcrypt.close());

test('a hash is in the spelling of PHP and fits its password only', async () => {
  const hash = await bcrypt.hash(new Secret('correct horse'), 4);
  assert.match(hash, /^\$2y\$04\$/);
  assert.equal(await bcrypt.verify(new Secret('correct horse'), hash), true);
  assert.equal(await bcrypt.verify(new Secret('Correct horse'), hash), false);
});

test('a hash made by PHP is understood', async () => {
  // password_hash('secret', PASSWORD_BCRYPT, ['cost' => 4]) spells the variant 2y; the digest is that of 2a and 2b.
  const made = await bcrypt.hash(new Secret('secret'), 4);
  for (const variant of ['2a', '2b', '2y']) {
    assert.equal(await bcrypt.verify(new Secret('secret'), made.replace('2y', variant)), true, variant);
  }
});

test('what is no hash fits nothing', async () => {
  for (const hash of ['', 'secret', '$2y$04$short', '5f4dcc3b5aa765d61d8327deb882cf99']) {
    assert.equal(await bcrypt.verify(new Secret(hash), hash), false, hash);
  }
});

test('the dummy costs what a real one costs and fits nothing', async () => {
  assert.equal(costOf(dummyHash(10)), 10);
  assert.equal(await bcrypt.verify(new Secret(''), dummyHash(4)), false);
});

test('the main thread goes on while a hash is worked on', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  await bcrypt.hash(new Secret('slow'), 10);
  clearInterval(ticking);
  assert.ok(turns >= 2, `only ${turns} turns`);
});

test('a closed thread starts again with the next job', async () => {
  const own = openBcrypt();
  const hash = await own.hash(new Secret('a'), 4);
  await own.close();
  assert.equal(await own.verify(new Secret('a'), hash), true);
  await own.close();
});

test('a thread that is closed while it works answers nobody, and the next one works', async () => {
  const [own, next] = [openBcrypt(), openBcrypt()];
  const hash = await own.hash(new Secret('a'), 4);
  const pending = own.verify(new Secret('a'), hash);
  await Promise.all([assert.rejects(pending, /closed/), own.close()]);
  assert.equal(await next.verify(new Secret('a'), hash), true);
  await next.close();
  assert.deepEqual(await Promise.all([own, next].map((each) => each.verify(new Secret('b'), hash))), [false, false]);
  await Promise.all([own.close(), next.close()]);
});

test('what does not fit takes the work of the highest cost, whoever it is', async () => {
  const [low, high] = [await bcrypt.hash(new Secret('right'), 4), await bcrypt.hash(new Secret('right'), 6)];
  let work = 0;
  const counting = {
    verify(password: Secret, hash: string) {
      work += 2 ** (costOf(hash) ?? 0);
      return bcrypt.verify(password, hash);
    },
  };
  for (const hash of [low, high, null, 'no hash']) {
    work = 0;
    assert.equal(await verifyAtCost(counting, new Secret('wrong'), hash, 6), false);
    assert.equal(work, 2 ** 6, String(hash));
  }
  for (const hash of [low, high]) assert.equal(await verifyAtCost(counting, new Secret('right'), hash, 6), true);
});

test('a new hash costs what Laravel’s do, unless another cost is asked for', async () => {
  for (const [bcrypt, cost] of [
    [openBcrypt(), '12'],
    [openBcrypt(4), '04'],
  ] as const) {
    assert.match(await bcrypt.hash(new Secret('x')), new RegExp(`^\\$2y\\$${cost}\\$`));
    await bcrypt.close();
  }
});

test('a thread that ended while it was idle is not taken again', { timeout: 20_000 }, async () => {
  const last = openBcrypt(4);
  await last.hash(new Secret('a'));
  await last.close();
  for (const worker of workers) await worker.terminate();
  const next = openBcrypt(4);
  const hash = await next.hash(new Secret('c'));
  assert.equal(await next.verify(new Secret('c'), hash), true);
  await next.close();
});

test('a thread that is taken again and again has no listeners of those who had it before', async () => {
  const heard = () => {
    const [worker] = workers.slice(-1);
    return ['message', 'error', 'exit'].map((event) => worker?.listenerCount(event));
  };
  const counts = [];
  for (let turn = 0; turn < 3; turn++) {
    const own = openBcrypt(4);
    await own.hash(new Secret('a'));
    const taken = heard();
    await own.close();
    counts.push([taken, heard()]);
  }
  assert.deepEqual(counts[2], counts[0]);
});

test('who waits for a thread that ends is told, and the next job starts another', { timeout: 20_000 }, async () => {
  const own = openBcrypt(4);
  const pending = own.hash(new Secret('a'), 10);
  await Promise.all([assert.rejects(pending, /ended/), ...workers.map((worker) => worker.terminate())]);
  assert.match(await own.hash(new Secret('a')), /^\$2y\$04/);
  await own.close();
});
