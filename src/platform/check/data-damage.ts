import { readDamage } from '../../lib/damage-file.ts';
import { isThere } from '../../lib/is-there.ts';
import type { Observation } from '../site/observation.ts';
import { asOwner, ownerOf } from '../site/owner.ts';
import type { Check } from './subject.ts';

/** Whether the server found damage in its data, when it read them or made a backup. */
export const dataDamage: Check = {
  name: 'damage of the data',
  async run({ kit: { dataDirectory } }) {
    if (!isThere(dataDirectory)) return [];
    // They may belong to another user than the site.
    const found = asOwner(ownerOf(dataDirectory), () => readDamage(dataDirectory));
    return [...Map.groupBy(found, ({ file }) => file)].map(([file, all]): Observation => {
      const more = all.length > 1 ? `, and ${all.length - 1} more` : '';
      return { name: 'data-damaged', subject: `${dataDirectory}/${file}`, evidence: `${all[0]?.what}${more}` };
    });
  },
};
