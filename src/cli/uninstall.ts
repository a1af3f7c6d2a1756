import { commandOf } from './command-of.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { carryOut, dryRun, openKit, rootOf } from './install.ts';

const about: About = {
  name: 'uninstall',
  summary: "remove Tracker's folder from a crew center",
  text: "Removes Tracker's folder from a crew center. Your values and all of Tracker's data are kept; it prints where.",
  examples: ['sudo tracker uninstall /var/www/crew'],
  actsForOwner: true,
};

const uninstall = form({
  positionals: ['FOLDER'],
  asks: 'Name the folder of the crew center.',
  options: { 'dry-run': dryRun },
  withoutData: true,
  async run(typed, io) {
    const given = { folder: rootOf(typed.positional(0)), isDry: typed.flag('dry-run'), backup: null };
    const kit = await openKit(given, io);
    const steps = await kit.planUninstall();
    if (steps.length === 0) io.out('Tracker is not installed there.');
    carryOut(steps, given, io);
    io.out(
      `\nFlights, logs and backups stay in ${kit.dataDirectory}. Stop the server (systemctl stop, or Ctrl-C), and remove`,
    );
    io.out('its rules from the web server. Delete that folder to delete all data of Tracker.');
    return 0;
  },
});

export const command = commandOf(about, [uninstall]);
