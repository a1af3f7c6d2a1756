import type { Platform } from '../../src/platform/port.ts';
import type { Prove } from '../prove.ts';
import { openEmbeddedHost } from './embedded-host.ts';
import type { Host } from './host.ts';
import { tellLate } from './late.ts';
import { weaken } from './life.ts';
import { openPhpvms5Host } from './phpvms5-host.ts';
import { openPhpvms7Host } from './phpvms7-host.ts';
import type { Break } from './steps.ts';
import { type Story, tell } from './story.ts';

const hosts: Readonly<Record<string, () => Promise<Host>>> = {
  embedded: openEmbeddedHost,
  phpvms5: openPhpvms5Host,
  phpvms7: openPhpvms7Host,
};
/** On which the proof itself is tried: it has its PIREP only from filing. */
const proofHost = 'phpvms5';
const ends = ['finish', 'cancel'] as const;
const whens = ['before', 'after'] as const;
const effects = ['cut', 'crash'] as const;

/**
 * However a flight's paperwork is broken off, the crew center has one PIREP of it, filed once: its connection is cut, or our
 * process ends, before and after each single statement and each single call of each adapter; or it is stopped there, another
 * server files, and it goes on. Then adapters are tried that file twice and that only say that they filed.
 */
export const once: Prove = {
  usage: 'once [--short] [--self-test] [--rounds N]   (every Nth step; all of them without)',
  async run({ short, selfTest, rounds, note, out, figure }) {
    let isProven = true;
    for (const [name, open] of Object.entries(hosts)) {
      if (selfTest && name !== proofHost) continue;
      await using host = await open();
      if (name === proofHost) isProven = (await proveProof(host, out)) && isProven;
      if (selfTest) continue;
      const { broken, wrong } = await proveHost(host, rounds ?? (short ? 97 : 1), note);
      const late = await proveLate(host, rounds ?? 1, note);
      wrong.push(...late.wrong);
      const text = `${name}: ${broken} breaks, ${late.stopped} stops, ${wrong.length} with another end than one PIREP`;
      const isKept = broken > 0 && wrong.length === 0;
      out(`${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
      for (const each of wrong) out(`  ${each}`);
      figure({ promise: 'once', text, isKept });
      isProven &&= isKept;
    }
    return isProven;
  },
};

async function proveHost(host: Host, every: number, note: (text: string) => void) {
  const wrong: string[] = [];
  let broken = 0;
  const check = async (story: Story) => {
    const told = await tell(story);
    if (told.wrong !== null) wrong.push(`${nameOf(story, told.steps)}: ${told.wrong}`);
    return told;
  };
  for (const end of ends) {
    const calm = await check({ host, end, plan: null, weakness: 'none' });
    note(`${host.name}, ${end}: ${calm.steps.length} steps`);
    let turn = 0;
    for (let at = 1; at <= calm.steps.length; at++)
      for (const when of whens)
        for (const effect of effects) {
          turn += 1;
          if (turn % every !== 0) continue;
          broken += 1;
          await check({ host, end, plan: { at, when, effect }, weakness: 'none' });
        }
  }
  return { broken, wrong };
}

/** A server is stopped within its filing, and another one takes over, before every step. */
async function proveLate(host: Host, every: number, note: (text: string) => void) {
  const wrong: string[] = [];
  let stopped = 0;
  if (host.isLockAwaited === null) return { stopped, wrong };
  const { steps } = await tellLate(host, null);
  note(`${host.name}, filed late: ${steps.length} steps`);
  // From the last one, behind which a filing is known to be done.
  for (let at = steps.length; at > 0; at -= every) {
    stopped += 1;
    const told = await tellLate(host, at);
    if (told.wrong !== null) wrong.push(`${host.name}, stopped before step ${at} (${steps[at - 1]}): ${told.wrong}`);
  }
  return { stopped, wrong };
}

function nameOf({ host, end, plan }: Story, steps: readonly string[]): string {
  return `${host.name}, ${end}, ${plan === null ? 'unbroken' : `${describe(plan)} (${steps[plan.at - 1] ?? '?'})`}`;
}

const describe = ({ at, when, effect }: Break) => `${effect} ${when} step ${at}`;

/** Both servers file under ids of their own, as if nobody looked. */
async function proveLateProof(host: Host): Promise<string | null> {
  const asOther = (platform: Platform) => weaken(platform, 'knows-none-again');
  const { steps } = await tellLate(host, null);
  return (await tellLate(host, Math.ceil(steps.length / 2), asOther)).wrong;
}

/** After the last steps of a filing a second one would begin. */
async function proveProof(host: Host, out: (text: string) => void): Promise<boolean> {
  const { steps } = await tell({ host, end: 'finish', plan: null, weakness: 'none' });
  let twice: string | null = null;
  for (let at = steps.length; at > 0 && twice === null; at--) {
    const plan = { at, when: 'after', effect: 'crash' } as const;
    twice = (await tell({ host, end: 'finish', plan, weakness: 'knows-none-again' })).wrong;
  }
  const none = (await tell({ host, end: 'finish', plan: null, weakness: 'says-filed' })).wrong;
  out(`an adapter that knows no PIREP again: ${twice === null ? 'NOT NOTICED' : `noticed (${twice})`}`);
  out(`an adapter that only says that it filed: ${none === null ? 'NOT NOTICED' : `noticed (${none})`}`);
  const late = await proveLateProof(host);
  out(`a stopped server that goes on and files again: ${late === null ? 'NOT NOTICED' : `noticed (${late})`}`);
  return twice !== null && none !== null && late !== null;
}
