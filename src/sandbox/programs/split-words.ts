/** Splits options as they are typed in a shell; none contains a space. */
export function splitWords(text: string): string[] {
  return text.split(' ');
}
