import { attack } from './attack.ts';
import type { Findings } from './findings.ts';
import { hasGrown } from './growth.ts';
import { Target } from './target.ts';

/** Routes of `planted.ts`, and by which name the fault of each is found. */
const planted: Readonly<Record<string, RegExp>> = {
  '/planted/bug': /^status 500$/,
  '/planted/busy': /^status 503$/,
  '/planted/stack': /^a stack$/,
  '/planted/class': /^a class of errors$/,
  '/planted/path': /^a path of the machine$/,
  '/planted/sql': /^SQL$/,
  '/planted/json': /^JSON that is none$/,
  '/planted/markup': /^markup that a client made$/,
  '/planted/hang': /^no answer$/,
};
const count = 60_000;
/** Among so many, that which makes the memory grow was sent dozens of times since the first measurement. */
const enoughToGrow = 1_200;
/** It ends as soon as everything is noticed: a few seconds, or minutes on a machine that is busy with much else, where answers come too late to be judged. */
const maxMs = 300_000;
const deadlineMs = 700;
const warmUpMs = 300;

/** Attacks a server with a fault of every kind, and returns those that were not noticed. */
export async function tryTheProof(seed: number): Promise<readonly string[]> {
  await using target = await Target.open('7', 'planted');
  const { findings, before, after } = await attack(target, {
    version: '7',
    seed,
    count,
    maxMs,
    deadlineMs,
    warmUpMs,
    isEnough: (found, sent) => sent >= enoughToGrow && missedIn(found).length === 0,
    isMeant: (url) => url.startsWith('/planted/') || url === '/healthz',
    note: () => {},
  });
  return hasGrown(before, after) ? missedIn(findings) : [...missedIn(findings), '/planted/growth'];
}

function missedIn(findings: Findings): readonly string[] {
  const found = findings.list();
  return Object.entries(planted).flatMap(([path, name]) =>
    found.some((finding) => finding.route.includes(path) && name.test(finding.name)) ? [] : [path],
  );
}
