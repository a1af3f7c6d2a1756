import type { Credentials } from '../../../client/client.ts';
import { CommandError, type CommandIo } from '../../command.ts';
import type { Faults } from '../faults.ts';
import type { FlyOptions } from '../options.ts';
import type { Recording } from '../recording.ts';
import { flyCore } from './flight.ts';
import { coreText } from './text.ts';

interface Flying {
  readonly options: FlyOptions;
  readonly recording: Recording;
  readonly faults: Faults | null;
  readonly credentials: Credentials;
}

/** `tracker fly --contract phpvms7-core`. @returns the exit code @throws CommandError */
export async function flyAsCore({ options, recording, faults, credentials }: Flying, io: CommandIo): Promise<number> {
  if (!('apiKey' in credentials)) throw new CommandError("Clients of phpVMS 7's API sign in with --api-key-file.", 2);
  let tenth = 0;
  const flown = await flyCore({
    ...options,
    recording,
    faults,
    apiKey: credentials.apiKey,
    remark: (text) => io.err(text),
    onProgress(sent, total) {
      const now = Math.floor((sent / total) * 10);
      if (now > tenth && !io.json) io.err(`${now * 10} %  ${sent} points sent`);
      tenth = Math.max(tenth, now);
    },
  });
  io.out(io.json ? JSON.stringify(flown) : coreText(flown));
  return 0;
}
