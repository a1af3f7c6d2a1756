import { readFile, writeFile } from 'node:fs/promises';
import type { Prove, ProveOptions } from '../prove.ts';
import { play, type Site } from './play.ts';
import { packRecording } from './recording.ts';
import { requests } from './requests.ts';

const usage = `phpvms7-core --site URL --names FILE --into FILE

Asks a phpVMS 7 everything that its core API can be asked, rightly and wrongly, with a whole flight in between, and writes the
status and the shape of each answer into a file. FILE of --names is JSON: {"keys": {"pilot", "other", "on leave", "suspended",
"pending"}, "names": {…}}, with the names that test/contracts/phpvms7-core/recorded/README.md explains. It files and cancels PIREPs: use
a site made for it.`;

/** Records the answers of a real phpVMS 7, with which those of Tracker are compared. */
export const phpvms7Core: Prove = { usage, run: record };

async function record({ given, note }: ProveOptions): Promise<boolean> {
  const { site: url, names, into } = given;
  if (url === undefined || names === undefined || into === undefined) throw new Error(`Usage: ${usage}`);
  const site = { ...(JSON.parse(await readFile(names, 'utf8')) as Omit<Site, 'url'>), url: url.replace(/\/+$/, '') };
  const answered = await play(site, requests);
  for (const { request, status, text } of answered) {
    note(`${status} ${request.method} ${request.path} (${request.name}) ${text.slice(0, 120).replaceAll('\n', ' ')}`);
  }
  await writeFile(into, packRecording('7.0.10', answered));
  note(`${answered.length} answers are in ${into}`);
  return answered.every(({ status }) => status < 600);
}
