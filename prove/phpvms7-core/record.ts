import { readFile, writeFile } from 'node:fs/promises';
import type { Prove, ProveOptions } from '../prove.ts';
import { compareAnswers } from './compare.ts';
import { readDifferenceList } from './difference-list.ts';
import { type Answered, play, type Site } from './play.ts';
import { packRecording, readRecording } from './recording.ts';
import { requests } from './requests.ts';

const usage = `phpvms7-core --site URL --names FILE [--into FILE]

Asks a phpVMS 7, or a server that answers like one, everything that its core API can be asked, rightly and wrongly, with a whole flight in
between. With --into it writes the status and the shape of each answer into a file; else it compares them with the recorded ones of a
phpVMS 7.0.10 and prints what differs and is not in docs/contracts/phpvms7-core-differences.md. URL is what \`/api\` is appended to. FILE of
--names is JSON: {"keys": {"pilot", "other", "on leave", "suspended", "pending"}, "names": {…}}, with the names that
test/contracts/phpvms7-core/recorded/README.md explains. It files and cancels PIREPs: use a site made for it.`;

/** Records the answers of a real phpVMS 7, or compares those of another server with them. */
export const phpvms7Core: Prove = { usage, run: record };

async function record({ given, note, out }: ProveOptions): Promise<boolean> {
  const { site: url, names, into } = given;
  if (url === undefined || names === undefined) throw new Error(`Usage: ${usage}`);
  const site = { ...(JSON.parse(await readFile(names, 'utf8')) as Omit<Site, 'url'>), url: url.replace(/\/+$/, '') };
  const answered = await play(site, requests);
  for (const { request, status, text } of answered) {
    note(`${status} ${request.method} ${request.path} (${request.name}) ${text.slice(0, 120).replaceAll('\n', ' ')}`);
  }
  if (into === undefined) return compare(answered, out);
  await writeFile(into, packRecording('7.0.10', answered));
  note(`${answered.length} answers are in ${into}`);
  return true;
}

function compare(answered: readonly Answered[], out: (text: string) => void): boolean {
  const recorded = readRecording(
    new URL('../../test/contracts/phpvms7-core/recorded/phpvms-7.0.10.json', import.meta.url),
  );
  const listed = readDifferenceList(new URL('../../docs/contracts/phpvms7-core-differences.md', import.meta.url));
  const found = answered.flatMap((ours, index) => {
    const theirs = recorded[index];
    return theirs === undefined ? [] : compareAnswers(theirs, ours);
  });
  const unlisted = found.filter((each) => !listed.some((line) => line.covers(each)));
  for (const { request, place, theirs, ours } of unlisted) out(`${request}: ${place} is ${ours}, recorded ${theirs}`);
  out(`${answered.length} answers: ${found.length} differences, ${unlisted.length} of them unlisted`);
  return unlisted.length === 0;
}
