import type { Kit } from '../kit.ts';
import { legacyChecks } from './checks.ts';
import { LegacyScene } from './scene.ts';

/** The legacy contract. */
export const legacyKit: Kit<LegacyScene> = {
  contract: 'legacy',
  credential: 'login',
  places: ['/acars'],
  greeting: { path: '/bootstrap.php', answer: /"mode":\s*"legacy_patch"/ },
  checks: legacyChecks,
  open: (target) => new LegacyScene(target),
};
