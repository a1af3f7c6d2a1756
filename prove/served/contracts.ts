import type { Contract } from '../../src/contracts/contract.ts';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { coreAtApi, coreBelowTracker } from '../../src/contracts/phpvms7-core/phpvms7-core.ts';
import { smartcars3Five, smartcars3Seven } from '../../src/contracts/smartcars3/smartcars3.ts';
import { stratosAtApi, stratosBelowTracker } from '../../src/contracts/stratos/stratos.ts';

/** Which of the embedded crew centers. */
export type Version = '7' | '5';

/** Every contract that can be served with it. */
export const contractsOf: Readonly<Record<Version, readonly [Contract, ...Contract[]]>> = {
  '7': [native, smartcars3Seven, coreAtApi, coreBelowTracker, stratosAtApi, stratosBelowTracker],
  '5': [legacy, smartcars3Five],
};

/** Words of TRACKER_CONTRACTS that have them all served. */
export const allContracts: Readonly<Record<Version, string>> = {
  '7': 'smartcars3,phpvms7-core,stratos',
  '5': 'smartcars3',
};
