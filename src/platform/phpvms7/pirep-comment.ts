import { Refusal } from '../../tracking/refusals.ts';
import type { HostFlight } from '../port.ts';
import { type Host, toRefusal } from './host.ts';

const timeoutMs = 20_000;
const missing = new Refusal('not-found', { message: 'The crew center has no such PIREP.' });

/**
 * Adds a comment to a PIREP by the platform's API (`POST pireps/ID/comments`, app/Http/Controllers/Api/PirepController.php), as
 * its pilot: it takes no other key, so that the text has to say who wrote it.
 * @throws Refusal `not-found`, and as the platform's response says
 */
export async function commentPirep(host: Host, { pilotId, pirepId }: HostFlight, text: string): Promise<void> {
  if (pirepId === null) throw missing;
  const answer = await host.rest.call({
    method: 'POST',
    path: `pireps/${encodeURIComponent(pirepId)}/comments`,
    key: await host.pilots.restKey(pilotId),
    body: { comment: `Staff: ${text}` },
    lane: 'urgent',
    timeoutMs,
    isDelicate: true,
  });
  if (answer.kind === 'missing') throw missing;
  if (answer.kind !== 'done') throw toRefusal(answer);
}
