import { command as aircraft } from './aircraft.ts';
import { command as airline } from './airline.ts';
import { command as apiKey } from './api-key.ts';
import { command as audit } from './audit.ts';
import { command as backup } from './backup.ts';
import { command as bid } from './bid.ts';
import { command as check } from './check.ts';
import { command as cluster } from './cluster.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { command as conform } from './conform.ts';
import { command as demo } from './demo.ts';
import { command as flights } from './flights.ts';
import { command as fly } from './fly.ts';
import { command as install } from './install.ts';
import { command as journal } from './journal.ts';
import { command as keep } from './keep.ts';
import { command as metrics } from './metrics.ts';
import { command as migrate } from './migrate.ts';
import { command as module } from './module.ts';
import { command as news } from './news.ts';
import { command as operator } from './operator.ts';
import { command as outbox } from './outbox.ts';
import { command as pilot } from './pilot.ts';
import { command as pireps } from './pireps.ts';
import { command as privacy } from './privacy.ts';
import { command as program } from './program.ts';
import { command as repair } from './repair.ts';
import { command as restore } from './restore.ts';
import { command as rules } from './rules.ts';
import { command as schedule } from './schedule.ts';
import { command as serve } from './serve.ts';
import { command as sessions } from './sessions.ts';
import { command as settings } from './settings.ts';
import { command as uninstall } from './uninstall.ts';
import { command as upgrade } from './upgrade.ts';
import { command as webhook } from './webhook.ts';

/** Every command, in the order of `tracker --help`. */
export const commands: readonly Command[] = [
  ...[serve, keep, demo, fly, conform, install, uninstall, check],
  ...[
    flights,
    outbox,
    sessions,
    operator,
    rules,
    apiKey,
    audit,
    metrics,
    cluster,
    backup,
    restore,
    repair,
    journal,
    upgrade,
    program,
    privacy,
  ],
  ...[migrate, settings, airline, aircraft, pilot, schedule, bid, pireps, news, module],
  webhook,
  completionCommand(() => commands),
];
