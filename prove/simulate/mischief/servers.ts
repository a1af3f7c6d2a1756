import { forAWhile, type MischiefTable } from './mischief.ts';

/** What happens to the server's process and its machine. */
export const serverMischief: MischiefTable = {
  'server-kill': (world, draws) => world.keeper.kill(draws.happens(0.4)),
  'server-restart': (world) => world.keeper.restart(false),
  'server-upgrade': (world) => world.keeper.restart(true),
  'server-clock'(world, draws) {
    const skewMs = Math.round(draws.between(-1, 1) * draws.pick([300, 2_000, 10_000]));
    world.note(`the clock of the server is wrong by ${skewMs} ms`);
    world.keeper.setClock(skewMs);
    forAWhile(world, draws, 60_000, () => world.keeper.setClock(0));
  },
};
