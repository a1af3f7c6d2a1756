import type { Observation } from '../site/observation.ts';
import { isShown } from './places.ts';
import type { Check } from './subject.ts';

/**
 * Asks for a file that must be readable once more, after all others: a site that takes so many questions for an attack refuses
 * everything from then on, which is no denial of what was asked for.
 */
export const stillShown: Check = {
  name: 'control at the end',
  isAlone: true,
  async run({ places, owner, ask }) {
    const shown = await Promise.all(places.map((place) => isShown(place, owner, ask)));
    return places
      .filter((_, index) => !shown[index])
      .map(({ folder }): Observation => ({ name: 'not-checked', subject: folder, evidence }));
  },
};

const evidence =
  'a file in it that must be readable was shown at first, and not at the end: the site may have refused what was asked meanwhile, such as by a limit';
