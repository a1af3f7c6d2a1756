import type { ContractChoice, ContractWord } from '../config/kinds.ts';
import { admitAnyClient } from '../contracts/access.ts';
import type { Contract } from '../contracts/contract.ts';
import { coreAtApi, coreBelowTracker, coreHandedOver } from '../contracts/phpvms7-core/phpvms7-core.ts';
import { smartcars3Five, smartcars3Seven } from '../contracts/smartcars3/smartcars3.ts';
import { stratosAtApi, stratosBelowTracker } from '../contracts/stratos/stratos.ts';
import type { OtherProgram } from '../platform/pages.ts';
import type { CrewCenterSettings } from '../platform/port.ts';

/** Where the contracts are served: on the embedded crew center, or beside another one. */
export interface ContractPlace {
  readonly version: 7 | 5;
  readonly isEmbedded: boolean;
  /** Whether a web server hands over paths of the crew center's own API. */
  readonly isHandedOver: boolean;
}

/** What can be served beside the own contract of each version of the crew center. */
function contractsAt({
  version,
  isEmbedded,
  isHandedOver,
}: ContractPlace): Readonly<Record<ContractWord, readonly Contract[]>> {
  if (version === 5) return { smartcars3: [smartcars3Five], 'phpvms7-core': [], stratos: [] };
  const atApi = isEmbedded ? [coreAtApi] : isHandedOver ? [coreHandedOver] : [];
  return {
    smartcars3: [smartcars3Seven],
    'phpvms7-core': [coreBelowTracker, ...atApi],
    stratos: [stratosBelowTracker, ...(isEmbedded ? [stratosAtApi] : [])],
  };
}

/** Those that `auto` serves: programs whose clients were tried. */
const words: readonly ContractWord[] = ['smartcars3', 'phpvms7-core'];

/** Returns the contracts that are served beside the crew center's own: the usual ones, or those that TRACKER_CONTRACTS names. */
export function furtherContracts(choice: ContractChoice, place: ContractPlace): readonly Contract[] {
  const contracts = contractsAt(place);
  if (choice.kind === 'auto') return words.flatMap((word) => contracts[word]);
  return [...new Set(choice.words)].flatMap((word) =>
    contracts[word].map((contract) =>
      contract === coreHandedOver ? contract : { ...contract, checkClient: admitAnyClient },
    ),
  );
}

/** Returns the programs whose clients can fly here, for the page of settings. */
export function otherPrograms(choice: ContractChoice): readonly OtherProgram[] {
  return [
    {
      name: 'smartCARS 3',
      path: `${smartcars3Seven.base}/`,
      where: 'Script URL, in smartCARS Central',
      refusedBecause: (settings) => whyRefused(choice, 'smartcars3', settings),
    },
    {
      name: 'Clients of the phpVMS 7 API',
      path: coreBelowTracker.base.replace(/\/api$/, ''),
      where: 'Address of the crew center, with the API key of the pilot',
      refusedBecause: (settings) => whyRefused(choice, 'phpvms7-core', settings),
    },
    ...(choice.kind === 'named' && choice.words.includes('stratos') ? [stratos] : []),
  ];
}

/** Shown only where it was named: nobody is pointed to a program that was not tried. */
const stratos: OtherProgram = {
  name: 'Stratos',
  path: stratosBelowTracker.base,
  where: 'API base URL, in the configuration of the airline',
  refusedBecause: () => null,
};

function whyRefused(
  choice: ContractChoice,
  word: ContractWord,
  { clientTokenRequired }: Pick<CrewCenterSettings, 'clientTokenRequired'>,
): string | null {
  if (choice.kind === 'named') return choice.words.includes(word) ? null : `TRACKER_CONTRACTS does not name ${word}.`;
  if (!clientTokenRequired) return null;
  return `The client token is required, which its clients cannot send. Name ${word} in TRACKER_CONTRACTS to let them in all the same.`;
}
