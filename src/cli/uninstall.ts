import type { Command } from './command.ts';
import { carryOut, openKit, readArguments } from './install.ts';

const usage = `Usage: tracker uninstall FOLDER [--dry-run]

Takes the folder that clients call out of a crew center again. Your values and all data of Tracker are kept, and it says where.

  --dry-run    says what it would do, and does nothing

Examples:
  sudo tracker uninstall /var/www/crew`;

export const command: Command = {
  name: 'uninstall',
  summary: 'take the folder that clients call out of a crew center',
  usage,
  actsForOwner: true,
  async run(args, io) {
    const given = readArguments(args);
    const kit = await openKit(given, io);
    const steps = await kit.planUninstall();
    if (steps.length === 0) io.out('Nothing of Tracker is in there.');
    carryOut(steps, given, io);
    io.out(
      `\nFlights, logs and backups stay in ${kit.dataDirectory}. Stop the server itself (systemctl stop, or Ctrl-C), and take`,
    );
    io.out('its rules out of the web server; removing that folder removes all data of Tracker.');
    return 0;
  },
};
