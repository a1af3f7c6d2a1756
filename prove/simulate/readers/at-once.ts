import type { Visit } from './visitor.ts';

/** A way to the server that was interrupted: what it held arrives in one millisecond. */
export const atOnce: Visit = {
  name: 'arrives at once',
  generations: [7, 5],
  async run({ world, draws }) {
    world.network.hold(draws.between(500, 4_000));
  },
};
