import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../test/web-world.ts';

/** Asks for the sign-in page as somebody at this address and notes the answer. */
async function ask(web: WebWorld, address: string, answers: string[], count: number): Promise<void> {
  const url = '/tracker/operator/sign-in';
  const get = async () => {
    const { statusCode } = await web.get(url, { 'x-forwarded-for': address });
    answers.push(`${address} ${statusCode}`);
  };
  await Promise.all(Array.from({ length: count }, get));
}

test('of two hundred pages asked for at once only their own visitor has to wait', async () => {
  await using web = await WebWorld.open();
  const answers: string[] = [];
  const crowd = ask(web, '192.0.2.9', answers, 200);
  await ask(web, '198.51.100.7', answers, 1);
  assert.ok(answers.length < 20, `${answers.length} pages before that of the other visitor`);
  await crowd;
  assert.equal(answers.filter((each) => each.startsWith('192.0.2.9 ')).length, 200);
});

test('a site whose visitors all come from one address gets every page', async () => {
  await using web = await WebWorld.open();
  const answers: string[] = [];
  await ask(web, '192.0.2.9', answers, 600);
  assert.ok(answers.every((each) => !/ (429|503)$/.test(each)));
});
