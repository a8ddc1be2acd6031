/** Makes a text bold where colours are asked for. */
export function toBold(text: string, color: boolean): string {
  return color ? `\u001b[1m${text}\u001b[22m` : text;
}
