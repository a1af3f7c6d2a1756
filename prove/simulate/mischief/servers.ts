import type { MischiefTable } from './mischief.ts';

/** What happens to the server's process and its machine. */
export const serverMischief: MischiefTable = {
  'server-kill': (world, draws) => world.keeper.kill(draws.happens(0.4)),
  'server-restart': (world) => world.keeper.restart(false),
  'server-upgrade': (world) => world.keeper.restart(true),
};
