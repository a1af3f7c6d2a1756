import type { Journal } from '../journal/journal.ts';
import { readPublicName, setPublicName } from '../platform/embedded/public-names.ts';
import { PilotWishes, type PublicNames } from '../web/my/wishes.ts';
import type { CrewCenter } from './crew-center.ts';

/** Returns what pilots wish of their data, and who agreed to be named in public: as the embedded crew center keeps it, or as they wished it. */
export function wishesOf(crewCenter: Pick<CrewCenter, 'embedded'>, journal: Journal) {
  const wishes = new PilotWishes(journal);
  return { wishes, publicNames: publicNamesOf(crewCenter, wishes) };
}

function publicNamesOf({ embedded }: Pick<CrewCenter, 'embedded'>, wishes: PilotWishes): PublicNames {
  if (embedded === null)
    return {
      isOurs: false,
      isNamed: (pilotId) => wishes.isNamed(pilotId),
      setNamed: (pilotId, isNamed) => wishes.setNamed(pilotId, isNamed),
    };
  return {
    isOurs: true,
    isNamed: (pilotId) => !embedded.updates.isPending && readPublicName(embedded.crewCenter, pilotId) !== null,
    setNamed: (pilotId, isNamed) => setPublicName(embedded.crewCenter, pilotId, isNamed),
  };
}
