import {
  LABEL_NAME,
  LABEL_VALUE,
  LONGEST_VALUE,
  MOST_LABELS,
  NAME_RULE,
  readSelector,
  VALUE_RULE,
} from '../../contract/labels/label-rules.ts';

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
    const wrong = findMistake(name, value) ?? (labels.has(name) ? 'This name is on another line too' : null);
    if (wrong !== null) throw new Error(`${line}: ${wrong}.`);
    labels.set(name, value ?? '');
  }
  if (labels.size > MOST_LABELS)
    throw new Error(`These are ${labels.size} labels: a record has at most ${MOST_LABELS}.`);
  return Object.fromEntries(labels);
}

/** Answers whether a text selects records by a label: `team`, or `team=search`. */
export function isSelector(text: string): boolean {
  const { name, value } = readSelector(text);
  return value === null ? LABEL_NAME.test(name) : findMistake(name, value) === null;
}

function findMistake(name: string, value: string | null): string | null {
  if (!LABEL_NAME.test(name)) return NAME_RULE;
  if (value === null || value === '') return 'Write NAME=VALUE';
  if (value.length > LONGEST_VALUE) return `The value of a label has at most ${LONGEST_VALUE} characters`;
  return LABEL_VALUE.test(value) ? null : VALUE_RULE;
}
