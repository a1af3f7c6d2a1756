import { writeFileSync } from 'node:fs';
import { shorten } from './members.ts';
import { play, stages } from './play.ts';

/**
 * `node test/contracts/examples/record.ts [name]` plays the examples and writes down the answers anew: after a schema changed, or for
 * new ones. In `answer` of a new example only what the server makes up and a later request names has to stand, with a text for it.
 */
const [wanted] = process.argv.slice(2);
for (const stage of stages.filter(({ name }) => wanted === undefined || name === wanted)) {
  const played = await play(stage);
  const examples = played.map(({ example, answer, shown }) => {
    return { ...example, status: answer.status, answer: shorten(shown) };
  });
  writeFileSync(stage.contract.examples, `${JSON.stringify(examples, null, 2)}\n`);
  console.log(`${stage.name}: ${examples.map(({ status }) => status).join(' ')}`);
}
