import { type Network, networks } from '../../tracking/model.ts';
import { optionalText } from '../fields.ts';

export const networkField = optionalText(
  `Network that is flown on, in any case: ${networks.map((network) => `\`${network}\``).join(', ')}`,
  64,
);

/** Null for an unknown network. */
export function decodeNetwork(text: string | null | undefined): Network | null {
  const word = text?.trim().toLowerCase();
  return networks.find((network) => network === word) ?? null;
}
