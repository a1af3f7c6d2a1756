/** `10:00` of `10:00 EST`, `9:05` as `09:05`. */
export function clockTime(text: string | null): string {
  const [, hours = '', minutes = ''] = /(\d{1,2}):(\d{2})/.exec(text ?? '') ?? [];
  return hours === '' ? '' : `${hours.padStart(2, '0')}:${minutes}`;
}
