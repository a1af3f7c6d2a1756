import { table } from '../../lib/table.ts';

/** What a member of the staff may be, and what each may do, in words. A person may hold several; an owner may do everything. */
export const roles = {
  owner: 'Everything, the staff included',
  operator: 'Flights, outbox, pilots, settings, backups, checks',
  reviewer: 'PIREPs, marks, comments',
  editor: 'Fleet, ranks, airports, schedules, bids, news',
} as const satisfies Readonly<Record<string, string>>;
export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as readonly Role[];
export const isRole = (text: string): text is Role => Object.hasOwn(roles, text);

const everybody: readonly Role[] = roleNames;

/**
 * Who may use each part of the operator's pages, besides owners: the routes, the menu, the templates and the proof of who is
 * let in read it here. A part is named by the first two words of its addresses below `/tracker/`, or by one whole address.
 * One that is not in the table is for owners alone.
 */
const parts = table<readonly Role[]>({
  operator: everybody,
  'operator/in-progress': everybody,
  'operator/ended': everybody,
  'operator/account': everybody,
  'operator/sign-out': everybody,
  // Links to a flight for somebody outside.
  'flights/:id': ['operator', 'reviewer'],
  'operator/flights': ['operator'],
  'operator/outbox': ['operator'],
  'operator/sessions': ['operator'],
  'operator/audit': ['operator'],
  'operator/rules': ['operator'],
  'operator/api-keys': ['operator'],
  'operator/webhooks': ['operator'],
  'operator/backups': ['operator'],
  // Accounts and roles are in a backup too.
  'operator/backups/restore': [],
  'operator/checks': ['operator'],
  'operator/review': ['reviewer'],
  'operator/safety': ['operator', 'reviewer'],
  'operator/privacy': [],
  'operator/program': [],
  'operator/staff': [],
  'admin/pireps': ['reviewer'],
  'admin/pilots': ['operator'],
  'admin/applications': ['operator'],
  'admin/invitations': ['operator'],
  'admin/rules': ['operator'],
  'admin/settings': ['operator'],
  'admin/bids': ['operator', 'editor'],
  'admin/fleet': ['editor'],
  'admin/subfleets': ['editor'],
  'admin/airlines': ['editor'],
  'admin/ranks': ['editor'],
  'admin/airports': ['editor'],
  'admin/schedules': ['editor'],
  'admin/news': ['editor'],
  'admin/addons': [],
  update: ['operator'],
});

/** Returns the part of a path below `/tracker/`, of a route or of a page; a list as CSV is of the part of its page. */
function partOf(path: string): string {
  const words = path
    .replace(/^\/?(?:tracker\/)?/, '')
    .replace(/\.csv$/, '')
    .split('/')
    .filter((word) => word !== '');
  const whole = words.join('/');
  return parts[whole] === undefined ? words.slice(0, 2).join('/') : whole;
}

/** Whether somebody has decided who may use this part. */
export function isDecided(path: string): boolean {
  return parts[partOf(path)] !== undefined;
}

/** Whether somebody with these roles may use the part in which this path lies. */
export function mayUse(own: readonly Role[], path: string): boolean {
  const allowed = parts[partOf(path)] ?? [];
  return own.some((role) => role === 'owner' || allowed.includes(role));
}
