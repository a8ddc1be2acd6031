import type * as z from 'zod';
import { closestNames } from '../../foundation/closest-names.ts';
import type { ValidationErrorItem } from './validation-error.ts';

type Issue = z.core.$ZodIssue;

const INTEGER = 'Input should be a valid integer';

/**
 * Parse options for values whose issues become items of a 422. Issues include their input, which distinguishes a
 * missing field from a wrong type, and say "integer" where zod says "number".
 */
export const REPORTED = {
  reportInput: true,
  error: (issue: z.core.$ZodRawIssue) => (isWholeNumber(issue) ? INTEGER : undefined),
} as const satisfies z.core.ParseContext<z.core.$ZodIssue>;

function isWholeNumber({ code, inst }: z.core.$ZodRawIssue): boolean {
  if (code !== 'invalid_type' || inst === undefined) return false;
  const { def } = inst._zod;
  const checks = 'checks' in def && Array.isArray(def.checks) ? (def.checks as readonly z.core.$ZodCheck[]) : [];
  return [def, ...checks.map((check) => check._zod.def)].some((one) => 'format' in one && INTEGERS.has(one.format));
}

/** Zod's names for the formats of whole numbers. */
const INTEGERS: ReadonlySet<unknown> = new Set(['safeint', 'int32', 'uint32']);

/**
 * Converts zod issues to the items of a 422, with the wording that FastAPI users know.
 *
 * @param issues - the issues of a `safeParse` with `REPORTED`
 * @param prefix - location of the value: `['body']`, `['query']`, `['path']`
 * @source seed §2.8, facts §3.5
 */
export function toValidationItems(
  issues: readonly Issue[],
  prefix: readonly (string | number)[],
): ValidationErrorItem[] {
  return issues
    .slice(0, MAX_ITEMS)
    .flatMap((issue) => toItems(issue, prefix))
    .slice(0, MAX_ITEMS);
}

/** Nobody reads more, and a body may have a million unknown keys. */
const MAX_ITEMS = 100;

function toItems(issue: Issue, prefix: readonly (string | number)[]): ValidationErrorItem[] {
  const loc = [...prefix, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ITEMS).map((key) => ({
      loc: [...loc, key],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }));
  }
  return [{ loc, ...wordsFor(issue) }];
}

function wordsFor(issue: Issue): { msg: string; type: string } {
  if (isMissing(issue)) return { msg: 'Field required', type: 'missing' };
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message === INTEGER) return { msg: INTEGER, type: `int${TYPE_SUFFIX}` };
      return {
        msg: `Input should be a valid ${TYPE_NAMES[issue.expected] ?? issue.expected}`,
        type: `${issue.expected === 'record' ? 'object' : issue.expected}${TYPE_SUFFIX}`,
      };
    case 'too_small':
      return boundWords(issue.origin, issue.inclusive !== false, 'greater', Number(issue.minimum), 'at least');
    case 'too_big':
      return boundWords(issue.origin, issue.inclusive !== false, 'less', Number(issue.maximum), 'at most');
    case 'invalid_value':
      return { msg: `Input should be ${choiceWords(issue)}`, type: 'enum' };
    case 'invalid_union':
      return { msg: 'Input matches none of the allowed types', type: 'union' };
    case 'custom':
      return { msg: issue.message, type: typeOfCustom(issue) };
    default:
      return { msg: issue.message, type: issue.code };
  }
}

/** Key in the parameters of a custom issue for the type of its item. */
export const ITEM_TYPE = 'wf_item_type';

function typeOfCustom({ params }: z.core.$ZodIssueCustom): string {
  const type: unknown = params?.[ITEM_TYPE];
  return typeof type === 'string' ? type : 'value_error';
}

/** Ends the code of an item about a value of the wrong type, as in `string_type`. @source seed §2.8 */
const TYPE_SUFFIX = '_type';

/** Answers whether an item is about a value of the wrong type. */
export function isTypeError({ type }: Pick<ValidationErrorItem, 'type'>): boolean {
  return type.endsWith(TYPE_SUFFIX);
}

/** JSON has no undefined: with `reportInput`, an undefined input is a missing key. */
function isMissing(issue: Issue): boolean {
  return 'input' in issue && issue.input === undefined && issue.code !== 'custom';
}

const TYPE_NAMES: Record<string, string> = { int: 'integer', record: 'object', object: 'object', array: 'list' };

function boundWords(origin: string, inclusive: boolean, side: 'greater' | 'less', bound: number, length: string) {
  if (origin === 'string' || origin === 'array' || origin === 'file') {
    const unit = origin === 'string' ? 'character' : 'item';
    return {
      msg: `Input should have ${length} ${bound} ${unit}${bound === 1 ? '' : 's'}`,
      type: `too_${side === 'greater' ? 'short' : 'long'}`,
    };
  }
  return {
    msg: `Input should be ${side} than ${inclusive ? 'or equal to ' : ''}${bound}`,
    type: `${side}_than${inclusive ? '_equal' : ''}`,
  };
}

/** Lists the allowed values; of many, such as all known models, those that the caller most likely meant. */
function choiceWords({ values, input }: z.core.$ZodIssueInvalidValue): string {
  const quoted = values.map((value) => JSON.stringify(value));
  if (values.length <= MAX_CHOICES) return listWords(quoted);
  const near = typeof input === 'string' ? closestNames(input, values.map(String)) : [];
  const listed = near.length > 0 ? near.map((name) => JSON.stringify(name)) : quoted.slice(0, MAX_CHOICES / 2);
  return listWords([...listed, `one of ${values.length - listed.length} other values`]);
}

const MAX_CHOICES = 12;

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
