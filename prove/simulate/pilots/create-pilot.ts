import type { Draws } from '../chance.ts';
import type { PlannedPilot } from '../plan.ts';
import type { Pilot, Surroundings } from '../surroundings.ts';
import { accountOf } from './account.ts';
import { CorePilot } from './core-pilot.ts';
import { ScriptPilot } from './script-pilot.ts';
import { SdkPilot } from './sdk-pilot.ts';
import { SmartcarsPilot } from './smartcars-pilot.ts';

const classes = { sdk: SdkPilot, smartcars: SmartcarsPilot, core: CorePilot, script: ScriptPilot } as const;

export function createPilot(world: Surroundings, planned: PlannedPilot, draws: Draws): Pilot {
  const { name, account } = planned;
  const parts = {
    world,
    name,
    draws,
    account: accountOf(account),
    address: `198.51.100.${10 + Number(name.replace(/\D/g, ''))}`,
  };
  return new classes[planned.kind](parts);
}
