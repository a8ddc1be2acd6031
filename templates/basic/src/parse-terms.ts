/** A word or phrase that points to a team. */
export interface Term {
  readonly text: string;
  readonly weight: number;
}

/** Parses lines of the form `team: term weight, term weight`. */
export function parseTerms(source: string): Map<string, Term[]> {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  return new Map(lines.map(parseLine));
}

function parseLine(line: string): [string, Term[]] {
  const [team, list] = line.split(':');
  if (team === undefined || list === undefined) {
    throw new Error(`The line ${JSON.stringify(line)} does not look like "team: term weight, term weight".`);
  }
  return [team.trim(), list.split(',').map(parseTerm)];
}

function parseTerm(source: string): Term {
  const [, text, weight] = /^\s*(.+?)\s+(\d+(?:\.\d+)?)\s*$/.exec(source) ?? [];
  if (text === undefined) throw new Error(`The term ${JSON.stringify(source.trim())} has no weight, as in "refund 3".`);
  return { text: text.toLowerCase(), weight: Number(weight) };
}
