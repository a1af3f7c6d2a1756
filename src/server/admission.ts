import type { Origin } from '../http/origin.ts';
import { shuttingDown } from '../journal/not-stored.ts';
import { Refusal } from '../tracking/refusals.ts';

/** Which requests must come by HTTPS, and the names of the settings that say so. */
interface HttpsRule {
  readonly requireHttps: () => boolean;
  readonly requireHttpsSetting: string;
  readonly trustProxySetting: string;
}

/**
 * Returns why a request is not served, whatever it asks: the server is stopping, or HTTPS is required.
 * @param rule - null for what monitors ask
 */
export function whyNotAdmitted(origin: Origin, rule: HttpsRule | null, isDraining: boolean): Refusal | undefined {
  if (isDraining) return shuttingDown();
  const { isLocal, isSecure } = origin;
  return rule?.requireHttps() && !isLocal && !isSecure ? httpsRequired(rule) : undefined;
}

function httpsRequired({ trustProxySetting, requireHttpsSetting }: HttpsRule): Refusal {
  return new Refusal('https-required', {
    message: `HTTPS is required. Behind a proxy, let it set X-Forwarded-Proto and add it to ${trustProxySetting}; without a proxy, see ${requireHttpsSetting}.`,
  });
}
