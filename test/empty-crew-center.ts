import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { digest } from '../src/lib/tokens.ts';
import { openEmbedded } from '../src/platform/embedded/embedded.ts';
import { seedDemoFive } from '../src/platform/embedded/five/demo.ts';
import { fiveFileName, openEmbeddedFive } from '../src/platform/embedded/five/five.ts';
import { silent } from './embedded-at.ts';

const folder = join(import.meta.dirname, '../src/platform/embedded');
let made: Promise<string> | null = null;

/**
 * Puts an embedded crew center at this path, as its migrations leave it: the airports of the world take longer than a test
 * does. It is made once for these migrations, by them, and copied.
 */
export async function placeEmptyCrewCenter(file: string): Promise<void> {
  made ??= make();
  copyFileSync(await made, file);
}

let demoFive: Promise<string> | null = null;

/** Puts the crew center of version 5 with the demo's airline at this path: made once in a process, and copied. */
export async function placeDemoFive(file: string): Promise<void> {
  demoFive ??= makeDemoFive();
  copyFileSync(await demoFive, file);
}

async function makeDemoFive(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-demo-five-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  const file = join(directory, fiveFileName);
  const { platform, database } = await openEmbeddedFive({ file, clock: systemClock });
  seedDemoFive(database);
  await platform.close();
  return file;
}

async function make(): Promise<string> {
  const airports = join(import.meta.dirname, '../node_modules/airport-data-js/package.json');
  const sources = [...globSync(`${folder}/migrations/*.ts`).sort(), `${folder}/airport-data.ts`, airports];
  const key = digest(sources.map((source) => readFileSync(source, 'utf8')).join('\n')).slice(0, 16);
  const template = join(tmpdir(), `tracker-empty-crew-center-${process.getuid?.() ?? 0}-${key}.sqlite`);
  if (existsSync(template)) return template;
  const draft = `${template}.${process.pid}`;
  const embedded = await openEmbedded({ file: draft, clock: systemClock, logger: silent });
  await embedded.platform.close();
  renameSync(draft, template);
  return template;
}
