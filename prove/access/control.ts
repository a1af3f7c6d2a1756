import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { askServer, controlPath } from '../../src/server/control-socket.ts';
import type { Served } from './worlds.ts';

/** `nobody` on Linux and others. */
const otherUser = 65_534;
/** Becomes that user by itself, who may not be able to reach the program that runs this. */
const connecting = `process.setgroups([]); process.setgid(${otherUser}); process.setuid(${otherUser});
require('net').connect(process.argv[1]).on('connect', () => { console.log('in'); process.exit(); })
  .on('error', (error) => { console.log(error.code); process.exit(); })`;

export interface ControlReport {
  readonly checks: number;
  readonly faults: readonly string[];
  /** Whether another user was there to try it; else only the permissions were looked at. */
  readonly wasTried: boolean;
}

/** The socket of commands serves the owner of the data directory, and nobody else on the machine: each of its methods is the operator's. */
export async function checkControl({ world }: Served): Promise<ControlReport> {
  const path = controlPath(world.directory);
  const faults: string[] = [];
  if ((await askServer(path, 'ping', []))?.result !== 'pong') faults.push('control ping: the owner is not answered');
  if ((statSync(path).mode & 0o077) !== 0) faults.push('the control socket may be opened by others');
  const wasTried = process.getuid?.() === 0;
  if (wasTried) {
    // A folder that others may enter does not help them.
    chmodSync(world.directory, 0o755);
    const said = await connectAsOther(path);
    if (said !== 'EACCES') faults.push(`another user of the machine meets "${said}" at the control socket`);
  }
  return { checks: 3, faults, wasTried };
}

async function connectAsOther(path: string): Promise<string> {
  const child = spawn(process.execPath, ['-e', connecting, path], { cwd: '/', env: {} });
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return said.trim();
}
