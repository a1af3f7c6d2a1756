import { kind } from './finding-kind.ts';

/** What keeps the airline's rules from deciding PIREPs at the crew center. */
export const rules = {
  'decisions-not-taken': kind(
    'warning',
    'Rules cannot have the crew center accept or reject PIREPs',
    'What a rule accepts or rejects stays as the crew center has left it, and is shown to the operator.',
    'Run `tracker install FOLDER`, and activate the module in Admin → Addons. The web server must leave /api/by-tracker/ to phpVMS.',
  ),
  'rank-accepts-first': kind(
    'note',
    'Ranks accept PIREPs before the rules of Tracker are asked',
    'For their pilots `review` is only a mark. `reject` turns the acceptance back: the pilot gets a mail about each, and stays at the arrival.',
    'Switch the automatic approval of these ranks off in Admin → Ranks if rules are to decide; a rule may accept too.',
  ),
  'rejected-deleted': kind(
    'note',
    'The crew center deletes rejected PIREPs soon',
    'It counts from the start of the flight: the PIREP of a long one may be gone before anybody has read why it was rejected.',
    'Raise pireps.delete_rejected_hours in Admin → Settings to some days if rules reject.',
  ),
} as const;
