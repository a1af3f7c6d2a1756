import type { ContractChoice, ContractWord } from '../config/kinds.ts';
import { admitAnyClient } from '../contracts/access.ts';
import type { Contract } from '../contracts/contract.ts';
import { smartcars3Five, smartcars3Seven } from '../contracts/smartcars3/smartcars3.ts';
import type { OtherProgram } from '../platform/pages.ts';

/** What can be served beside the own contract of each version of the crew center. */
const further: Readonly<Record<7 | 5, Readonly<Record<ContractWord, Contract>>>> = {
  7: { smartcars3: smartcars3Seven },
  5: { smartcars3: smartcars3Five },
};

/** Returns the contracts that are served beside the crew center's own: all, or those that TRACKER_CONTRACTS names. */
export function furtherContracts(choice: ContractChoice, version: 7 | 5): readonly Contract[] {
  const contracts = further[version];
  if (choice.kind === 'auto') return Object.values(contracts);
  return [...new Set(choice.words)].map((word) => ({ ...contracts[word], checkClient: admitAnyClient }));
}

const autoRefusal =
  'The client token is required, which its clients cannot send. Name smartcars3 in TRACKER_CONTRACTS to let them in all the same.';

/** Returns the programs whose clients can fly here, for the page of settings. */
export function otherPrograms(choice: ContractChoice, version: 7 | 5): readonly OtherProgram[] {
  const isNamed = choice.kind === 'named' && choice.words.includes('smartcars3');
  return [
    {
      name: 'smartCARS 3',
      path: `${further[version].smartcars3.base}/`,
      where: 'Script URL, in smartCARS Central',
      refusedBecause({ clientTokenRequired }) {
        if (isNamed) return null;
        if (choice.kind === 'named') return 'TRACKER_CONTRACTS does not name smartcars3.';
        return clientTokenRequired ? autoRefusal : null;
      },
    },
  ];
}
