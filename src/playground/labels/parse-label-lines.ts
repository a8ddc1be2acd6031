import { findLabelMistake, MAX_LABELS, readSelector } from '../../contract/labels/label-rules.ts';

type Labels = Readonly<Record<string, string>>;

/** Writes labels as lines of text. */
export function toLabelLines(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/**
 * Parses labels, one a line: `team=search`.
 *
 * @throws {Error} that says which line is wrong, and how
 */
export function parseLabelLines(text: string): Labels {
  const labels = new Map<string, string>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const { name, value } = readSelector(line);
    const wrong = findLabelMistake(name, value) ?? (labels.has(name) ? 'This name is on another line too' : null);
    if (wrong !== null) throw new Error(`${line}: ${wrong}.`);
    labels.set(name, value ?? '');
  }
  if (labels.size > MAX_LABELS) throw new Error(`These are ${labels.size} labels: a record has at most ${MAX_LABELS}.`);
  return Object.fromEntries(labels);
}
