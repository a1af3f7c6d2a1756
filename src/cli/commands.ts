import { command as audit } from './audit.ts';
import { command as backup } from './backup.ts';
import type { Command } from './command.ts';
import { command as flights } from './flights.ts';
import { command as fly } from './fly.ts';
import { command as outbox } from './outbox.ts';
import { command as serve } from './serve.ts';
import { command as sessions } from './sessions.ts';

/** Every command, in the order of `tracker --help`. */
export const commands: readonly Command[] = [serve, fly, flights, outbox, sessions, audit, backup];
