/** Whether clients can send the text in a header: English letters, digits and signs, and no blank at its ends, which HTTP takes away. */
export function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
