/** As the platform shows pilots to others (app/Models/User.php, `namePrivate`): the last name as its initial. */
export function shortName(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(' ')} ${[...last][0] ?? ''}`;
}
