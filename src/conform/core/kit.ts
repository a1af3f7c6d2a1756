import type { Kit } from '../kit.ts';
import { extraPathChecks } from './extra-paths.ts';
import { filingChecks } from './filing.ts';
import { keyChecks } from './keys.ts';
import { listChecks, logbookChecks } from './lists.ts';
import { logChecks } from './logs.ts';
import { openChecks } from './open.ts';
import { pilotChecks } from './pilot.ts';
import { pointChecks } from './points.ts';
import { positionChecks } from './positions.ts';
import { prefileChecks } from './prefile.ts';
import { CoreScene } from './scene.ts';
import { strangerChecks } from './strangers.ts';
import { updateChecks } from './updates.ts';
import { valueChecks } from './values.ts';

/** The API of phpVMS 7 that clients fly with. */
export const coreKit: Kit<CoreScene> = {
  contract: 'phpvms7-core',
  credential: 'api-key',
  places: ['/api/tracker/core', ''],
  greeting: { path: '/api/status', answer: /"version":/ },
  checks: [
    ...[keyChecks, openChecks, listChecks, pilotChecks, prefileChecks, updateChecks].flat(),
    ...[
      positionChecks,
      pointChecks,
      logChecks,
      filingChecks,
      valueChecks,
      logbookChecks,
      strangerChecks,
      extraPathChecks,
    ].flat(),
  ],
  open: (target) => new CoreScene(target),
};
