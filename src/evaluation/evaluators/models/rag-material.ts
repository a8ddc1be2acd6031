import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import type { JudgedResult } from '../../../contract/evaluations/result.ts';
import { errorResult } from '../../results/make-result.ts';
import type { EvaluatorSettings, ScoreInput, SettingProblem } from '../definition/evaluator-definition.ts';
import { isObject, toCell } from '../definition/read-answers.ts';
import { checkVotes, modelSetting, USUAL_JUDGE, VOTES } from './judge-settings.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/** The paths of a retrieval's question, answer and contexts. @source facts §2.6.1 */
const RAG_SETTINGS: Readonly<Record<string, EvaluatorSetting>> = {
  question_key: ragKey('Question', 'testcase.question'),
  answer_key: ragKey('Answer', 'output.answer'),
  contexts_key: ragKey('Contexts', 'output.contexts'),
};

const NO_TRACES = 'Traces are not stored with outputs: return the value from the route and name it as output.FIELD';

/** What the judges of a retrieval have in common, for their catalogue entries. */
export const RAG_ENTRY = {
  direct_use: false,
  oss: true,
  requires_llm_api_keys: true,
  settings_template: { ...RAG_SETTINGS, model: modelSetting(USUAL_JUDGE), votes: VOTES },
};

export interface RagMaterial {
  readonly question: string;
  readonly answer: string;
  readonly contexts: readonly string[];
}

const COLUMN = 'testcase.';

/** Checks the paths in the settings. */
async function checkRagSettings(settings: EvaluatorSettings): Promise<SettingProblem | null> {
  const setting = Object.keys(RAG_SETTINGS).find((name) => /^trace(\.|$)/.test(String(settings[name])));
  return setting === undefined
    ? await checkVotes(settings)
    : { setting, message: `Input should name a stored value. ${NO_TRACES}` };
}

/** Lists the columns that the settings name. */
function ragColumns(settings: EvaluatorSettings): string[] {
  return Object.keys(RAG_SETTINGS)
    .map((name) => String(settings[name]))
    .filter((path) => path.startsWith(COLUMN))
    .map((path) => path.slice(COLUMN.length));
}

/** How the judges of a retrieval read rows. */
export const RAG_ROWS = { version: 2, basis: 'row', check: checkRagSettings, reads: ragColumns } as const;

/** Reads question, answer and contexts of one call; returns the row's result when one is missing. */
export function readRagMaterial(settings: EvaluatorSettings, input: ScoreInput): RagMaterial | JudgedResult {
  const [question, answer, contexts] = ['question_key', 'answer_key', 'contexts_key'].map((name) =>
    readPath(String(settings[name]), input),
  );
  const missing = [
    [question, 'question_key'],
    [answer, 'answer_key'],
    [contexts, 'contexts_key'],
  ].find(([value]) => value === undefined);
  if (missing !== undefined) return notFound(String(missing[1]), String(settings[String(missing[1])]));
  const list = typeof contexts === 'string' ? (parseJson(contexts) ?? contexts) : contexts;
  const texts = (Array.isArray(list) ? list : [list]).map(toCell).filter((text) => text.trim() !== '');
  return { question: toCell(question), answer: toCell(answer), contexts: texts };
}

export function isMaterial(read: RagMaterial | JudgedResult): read is RagMaterial {
  return 'contexts' in read;
}

function ragKey(label: string, example: string): EvaluatorSetting {
  const description = `Path: a test set column such as testcase.question, a field of the output such as output.answer, or output for all of it. Usually ${example}.`;
  return { label, type: 'string', description, required: true };
}

function notFound(setting: string, path: string): JudgedResult {
  const hint = 'Write a column as testcase.COLUMN and a field of the output as output.FIELD.';
  return errorResult(`There is nothing at ${path}, the path in ${setting}. ${hint}`);
}

function readPath(path: string, { output, row }: ScoreInput): unknown {
  if (path.startsWith(COLUMN)) return own(row, path.slice(COLUMN.length));
  const [first = '', ...rest] = path.split('.');
  if (first === 'output') return rest.reduce(own, typeof output === 'string' ? parseOr(output, rest) : output);
  return own(row, path) ?? path.split('.').reduce(own, output);
}

function parseOr(output: string, rest: readonly string[]): unknown {
  return rest.length === 0 ? output : parseJson(output);
}

function own(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
