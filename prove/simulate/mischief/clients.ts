import { forAWhile, type MischiefTable } from './mischief.ts';

/** What goes wrong with pilots' machines and the network between. */
export const clientMischief: MischiefTable = {
  network(world, draws) {
    const share = draws.pick([0.05, 0.15]);
    world.network.faults = { loss: share, lostAnswer: share, double: share, late: share / 2, cut: share };
    world.note(`the network is bad: ${share}`);
    forAWhile(world, draws, 60_000, () => world.network.heal());
  },
  'client-crash'(world, draws) {
    const pilot = draws.pick(world.pilots);
    if (!pilot.isRunning || pilot.isDone) return;
    const keepsStore = draws.happens(0.7);
    world.note(`${pilot.name} crashes${keepsStore ? '' : ' and loses its store'}`);
    pilot.crash(keepsStore);
    world.life.after(draws.wait(15_000), () => pilot.boot(), 'client boots');
  },
  'client-offline'(world, draws) {
    const pilot = draws.pick(world.pilots);
    world.note(`${pilot.name} is offline`);
    pilot.setOffline(true);
    forAWhile(world, draws, 90_000, () => pilot.setOffline(false));
  },
  'client-clock'(world, draws) {
    const pilot = draws.pick(world.pilots);
    const skewMs = Math.round(draws.between(-1, 1) * draws.pick([5_000, 600_000, 7_200_000]));
    world.note(`the clock of ${pilot.name} is wrong by ${skewMs} ms`);
    pilot.setClock(skewMs);
  },
};
