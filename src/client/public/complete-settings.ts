import type { Evaluator, EvaluatorSetting } from '../../contract/evaluators/evaluator.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** Settings by their names. */
export type Settings = Readonly<Record<string, unknown>>;

/** The settings of an evaluator, and those of them that nobody typed. */
export interface CompletedSettings {
  readonly settings: Settings;
  readonly completed: Settings;
}

/** The rows that an evaluator reads its expected answers from. */
export interface AnswerColumns {
  readonly testset: string;
  readonly columns: readonly string[];
}

export interface IncompleteSettings {
  readonly evaluator: Evaluator;
  readonly given: Settings;
  /** `later`: they are not read yet; `null`: the evaluator is stored for any test set. */
  readonly rows: AnswerColumns | 'later' | null;
  /** Returns the words of a command line that set a setting, as `--set prefix=VALUE`. */
  readonly toWords: (setting: string, value: string) => string;
}

/**
 * Completes settings from the template of a service of others: it applies none of its defaults, so that an evaluator
 * without a setting scores nothing. Takes the only column that can have the expected answers if the default one is missing.
 *
 * @throws {WF_UNSUPPORTED} for a setting that the service's evaluator does not have
 * @throws {WF_INVALID_INPUT} when a required setting without a default is missing
 * @throws {WF_TESTSET_INVALID} when the test set has no column for the expected answers, with its columns
 * @source facts §2.6
 */
export function completeSettings(asked: IncompleteSettings): CompletedSettings {
  const { evaluator, given, rows, toWords } = asked;
  requireKnown(evaluator, given);
  requireColumns(asked);
  const open = Object.entries(evaluator.settings_template).filter(([name]) => given[name] == null);
  const completed = Object.fromEntries(
    open.flatMap(([name, setting]) => {
      const value = isAnswerColumn(name, setting) ? columnFor(asked, setting, name) : defaultOf(setting);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const settings = { ...given, ...completed };
  const isMissing = ([name, setting]: Entry) =>
    setting.required === true && settings[name] == null && !(rows === 'later' && isAnswerColumn(name, setting));
  const missing = open.find(isMissing);
  if (missing !== undefined) throw lacksSetting(evaluator, missing[0], toWords);
  return { settings, completed };
}

type Entry = readonly [name: string, setting: EvaluatorSetting];

/** Returns whether a stored configuration has what its evaluator cannot do without. */
export function isComplete({ settings_template: template }: Evaluator, stored: Settings): boolean {
  return Object.entries(template).every(
    ([name, setting]) => stored[name] != null || (setting.required !== true && !isAnswerColumn(name, setting)),
  );
}

/**
 * Checks that the test set has the columns that settings name for the expected answers.
 *
 * @throws {WF_TESTSET_INVALID} with the columns that there are
 */
export function requireColumns({ evaluator, given, rows, toWords }: IncompleteSettings): void {
  if (rows === null || rows === 'later' || rows.columns.length === 0) return;
  for (const [name, setting] of Object.entries(evaluator.settings_template)) {
    const value = given[name];
    if (!isAnswerColumn(name, setting) || typeof value !== 'string' || rows.columns.includes(columnOf(value))) continue;
    throw lacksColumn(evaluator, value, rows, toWords(name, nearest(rows.columns, value)));
  }
}

/** Returns the column that an evaluator reads its expected answer from; `null`: it reads none. */
export function answerColumnOf({ settings_template: template }: Evaluator, settings: Settings): string | null {
  const [name] = Object.entries(template).find(([each, setting]) => isAnswerColumn(each, setting)) ?? [];
  const value = name === undefined ? null : settings[name];
  return typeof value === 'string' ? columnOf(value) : null;
}

/** A required setting cannot be empty, though its template says so. */
function defaultOf(setting: EvaluatorSetting): unknown {
  const { default: value } = setting;
  return value == null || (value === '' && setting.required === true) ? undefined : value;
}

/** Older templates do not mark the setting. */
function isAnswerColumn(name: string, { ground_truth_key: isAnswer }: EvaluatorSetting): boolean {
  return isAnswer === true || name === 'correct_answer_key';
}

function columnFor(
  { evaluator, rows, toWords }: IncompleteSettings,
  setting: EvaluatorSetting,
  name: string,
): string | undefined {
  const value = defaultOf(setting);
  const column = typeof value === 'string' ? value : undefined;
  if (rows === null || rows === 'later' || rows.columns.length === 0) return column;
  if (column !== undefined && rows.columns.includes(columnOf(column))) return column;
  const [only, ...others] = candidatesOf(rows.columns, column);
  if (only !== undefined && others.length === 0) return only;
  throw lacksColumn(evaluator, column ?? null, rows, toWords(name, only ?? nearest(rows.columns, column ?? '')));
}

/** The column that a message proposes; the expected answer is usually the last one. */
function nearest(columns: readonly string[], column: string): string {
  return closestNames(columnOf(column), columns)[0] ?? columns.at(-1) ?? 'COLUMN';
}

/** The public service reads a column by its name, with or without this before it. @source facts §2.6.1 */
const COLUMN_PREFIX = 'testcase.';

function columnOf(value: string): string {
  return value.startsWith(COLUMN_PREFIX) ? value.slice(COLUMN_PREFIX.length) : value;
}

/** What people call the column of the expected answers. */
const ANSWER = /(^|[^a-z])(answers?|expected|ground[^a-z]?truth|reference|target|labels?|gold)([^a-z]|$)/i;

/** Lists the columns that can have the expected answers, by their names. */
function candidatesOf(columns: readonly string[], usual: string | undefined): readonly string[] {
  const named = columns.filter((column) => ANSWER.test(column.replaceAll(/([a-z])([A-Z])/g, '$1_$2')));
  return named.length > 0 || usual === undefined ? named : closestNames(columnOf(usual), columns);
}

function requireKnown({ key, settings_template: template }: Evaluator, given: Settings): void {
  const unknown = Object.keys(given).find((name) => given[name] != null && !Object.hasOwn(template, name));
  if (unknown === undefined) return;
  const names = Object.keys(template).join(', ');
  throw new UserError({
    code: 'WF_UNSUPPORTED',
    message: `${key} of this service has no setting ${JSON.stringify(unknown)}. Its settings: ${names === '' ? 'none' : names}. Nothing was changed.`,
    nextSteps: [`wf evaluators show ${shellWord(key)}`],
  });
}

function lacksSetting({ key, settings_template }: Evaluator, name: string, toWords: IncompleteSettings['toWords']) {
  const { label = name } = settings_template[name] ?? {};
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${key} needs the setting ${name} (${label}), for which this service has no default. Nothing was changed.`,
    nextSteps: [`Set it: ${toWords(name, 'VALUE')}`, `wf evaluators show ${shellWord(key)}`],
    details: { setting: name },
  });
}

function lacksColumn({ key }: Evaluator, column: string | null, { testset, columns }: AnswerColumns, words: string) {
  const asked = column === null ? 'no column' : `no column ${JSON.stringify(columnOf(column))}`;
  return new UserError({
    code: 'WF_TESTSET_INVALID',
    message: `${testset} has ${asked} with the answers that ${key} expects. It has: ${columns.join(', ')}.`,
    nextSteps: [`Name another column: ${words}`],
    details: { column, columns },
  });
}
