import { forAWhile, type MischiefTable } from './mischief.ts';

/** What goes wrong with the server's disk. */
export const diskMischief: MischiefTable = {
  'disk-full'(world, draws) {
    const { disk } = world.models;
    world.note('the disk is full');
    disk.isFull = true;
    forAWhile(world, draws, 15_000, () => {
      disk.heal();
    });
  },
  'disk-torn'(world, draws) {
    world.note('the power fails while the disk writes');
    world.models.disk.commitMs = 2_000;
    world.life.after(draws.between(100, 3_000), () => {
      world.models.disk.heal();
      world.keeper.kill(true);
    });
  },
  'disk-slow'(world, draws) {
    const { disk } = world.models;
    disk.commitMs = draws.pick([100, 1_000, 5_000]);
    world.note(`a commit takes ${disk.commitMs} ms`);
    forAWhile(world, draws, 30_000, () => {
      disk.heal();
    });
  },
};
