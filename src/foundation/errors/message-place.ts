/** Adds a line of the author's code to a sentence: "It failed (at flow.ts:4)." */
export function addPlace(sentence: string, place: string): string {
  return `${sentence.slice(0, -1)} (at ${place}).`;
}

/** Removes the place from a message that has one, for a reader who sees the source line next to it. */
export function removePlace(message: string): string {
  return message.replace(PLACE, '');
}

const PLACE = / \(at [^()\s]+:\d+\)(?=\.)/;
