import type { ContractChoice, ContractWord } from '../config/kinds.ts';
import { admitAnyClient } from '../contracts/access.ts';
import type { Contract } from '../contracts/contract.ts';
import { smartcars3Five, smartcars3Seven } from '../contracts/smartcars3/smartcars3.ts';

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
