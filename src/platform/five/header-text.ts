/** Whether clients can send the text in a header: printable ASCII without leading or trailing spaces, which HTTP removes. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
