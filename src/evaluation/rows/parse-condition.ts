import { UserError } from '../../foundation/errors/wf-error.ts';

/** A condition on one field, as in `exact_match=false` or `latency>1`. */
export interface Condition {
  readonly field: string;
  /** `=`, `!=`, `>`, `>=`, `<`, `<=` or `~`. */
  readonly sign: string;
  readonly wanted: string;
  readonly holds: (value: unknown) => boolean;
}

type Test = (value: unknown, wanted: string) => boolean;

const TESTS: Readonly<Record<string, Test>> = {
  '=': isSame,
  '!=': (value, wanted) => !isSame(value, wanted),
  '>': (value, wanted) => compare(value, wanted, (order) => order > 0),
  '>=': (value, wanted) => compare(value, wanted, (order) => order >= 0),
  '<': (value, wanted) => compare(value, wanted, (order) => order < 0),
  '<=': (value, wanted) => compare(value, wanted, (order) => order <= 0),
  '~': (value, wanted) => textOf(value).toLowerCase().includes(wanted.toLowerCase()),
};

/**
 * Parses `FIELD=VALUE`, with `=`, `!=`, `>`, `>=`, `<`, `<=`, or `~` for "contains". The first sign ends the field, but in a
 * score of an evaluator with settings the last one does, as in `contains:substring=a=true`.
 *
 * @throws {WF_USAGE} for an invalid condition
 */
export function parseCondition(text: string): Condition {
  const match = OF_SETTINGS.exec(text) ?? CONDITION.exec(text);
  const [field = '', sign = '', wanted = ''] = (match ?? []).slice(1).map((part) => part.trim());
  const test = TESTS[sign];
  if (test !== undefined) return { field, sign, wanted, holds: (value) => test(value, wanted) };
  throw new UserError({
    code: 'WF_USAGE',
    message: `Invalid condition ${JSON.stringify(text)}: write FIELD=VALUE, with =, !=, >, >=, <, <= or ~ (contains).`,
    nextSteps: ['--where exact_match=false', '--where "latency>1"'],
  });
}

const CONDITION = /^(.+?)(!=|>=|<=|=|>|<|~)(.*)$/s;
const OF_SETTINGS = /^([^=<>!~:]+:[a-zA-Z_]+=.*[^=<>!~])(!=|>=|<=|=|>|<|~)([^=<>!~]*)$/s;

/** A missing value equals empty text: `output=` finds rows without an output. */
function isSame(value: unknown, wanted: string): boolean {
  if (typeof value === 'number') return wanted !== '' && value === Number(wanted);
  return textOf(value) === wanted;
}

/** An unknown value is neither more nor less than any other. */
function compare(value: unknown, wanted: string, isMet: (order: number) => boolean): boolean {
  if (value === null || value === undefined || wanted === '') return false;
  const [left, right] = [Number(value), Number(wanted)];
  if (!Number.isNaN(left) && !Number.isNaN(right)) return isMet(left - right);
  return isMet(textOf(value) < wanted ? -1 : textOf(value) > wanted ? 1 : 0);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
