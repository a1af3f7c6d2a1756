import assert from 'node:assert/strict';
import test from 'node:test';
import { runChild } from '../../prove/simulate/planted/run-child.ts';

test('a failure is told in a few lines that a pilot understands', async () => {
  const lines = await runChild({ world: 'alone', name: 'reply-before-commit', steps: 1_000, story: true }, [
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
  const failed = lines.at(-1);
  assert.equal(failed?.invariant, 'acknowledged-is-there');
  const { story } = failed;
  assert.ok(story.length <= 40, `${story.length} lines`);
  assert.match(story[0] ?? '', /^Beside a phpVMS [57]; pilot \d has .+ and account \d\.$/);
  for (const told of [/^0\.0 s: /, /starts a flight/, /reports positions/, /^NOT KEPT: position .+ acknowledged/])
    assert.ok(
      story.some((line) => told.test(line)),
      `${told} in\n${story.join('\n')}`,
    );
});
