import { createHash, hash } from 'node:crypto';
import * as z from 'zod';
import {
  type AggregatedResult,
  EvaluationScenario,
  TestedEvaluation,
  type Evaluation,
} from '../../contract/evaluations/evaluation.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { toValidationItems } from '../../contract/validation/to-validation-items.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { findExcess, locateJsonError } from '../../foundation/json/check-json.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { EvaluationRows } from '../compare/metrics.ts';
import { canonicalJson } from '../hashing/content-keys.ts';
import { numberRows } from './export-rows.ts';
import { EVIDENCE, formatSize } from '../../foundation/sizes.ts';

const FORMAT = 'wf-evaluation';
const VERSION = 1;

/** As much as `wf` reads of a text at once. */
const MAX_BYTES = EVIDENCE.most;

/** Outputs that an earlier wf stored may be deeper than those of today. What is deeper still, nothing could store. */
const MAX_DEPTH = 4000;

const EvidenceFile = z.object({ evaluation: TestedEvaluation, rows: z.array(EvaluationScenario).min(1) });

/**
 * Writes an evaluation with its rows as one JSON document that another service can compare with: a file of evidence. It
 * has what was evaluated, on what and by what, and leaves out what only means something where it was evaluated: ids of test
 * sets, hashes of variables, stack traces. Addresses in settings of evaluators may contain a secret, so it has their hashes.
 *
 * @yields one row per line, so that changes of a row are changes of its line
 * @throws {WF_INVALID_INPUT} when the file would be larger than `wf` reads
 */
export async function* exportEvidence({ evaluation, rows }: EvaluationRows): AsyncGenerator<string> {
  const record = toPortable(evaluation);
  const checksum = createHash('sha256').update(canonicalJson(record));
  let bytes = 0;
  const counted = (text: string) => {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES) throw tooLarge(evaluation.id);
    return text;
  };
  yield counted(
    `{\n"format": "${FORMAT}",\n"version": ${VERSION},\n"evaluation": ${JSON.stringify(record)},\n"rows": [`,
  );
  let before = '';
  for await (const scenario of numberRows(rows)) {
    const row = withoutTraces(scenario);
    checksum.update(canonicalJson(row));
    yield counted(`${before}\n${JSON.stringify(row)}`);
    before = ',';
  }
  yield counted(`\n],\n"sha256": "${checksum.digest('hex')}"\n}\n`);
}

function tooLarge(id: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Evaluation ${id} needs more than ${formatSize(EVIDENCE)}, which is too large for a file of evidence.`,
    nextSteps: ['Evaluate a part of the test set: wf eval run … --sample 1000', `wf eval export ${id} --format jsonl`],
  });
}

function toPortable(evaluation: TestedEvaluation): TestedEvaluation {
  const aggregated_results = evaluation.aggregated_results.map(withoutAddresses);
  return { ...evaluation, testset_id: null, variables: null, labels: null, archived_at: null, aggregated_results };
}

/** Stack traces name folders of the machine that evaluated. */
function withoutTraces(row: EvaluationScenario): EvaluationScenario {
  const withoutTrace = <R extends { readonly result: EvaluationScenario['outputs'][number]['result'] }>(each: R): R => {
    const { error } = each.result;
    return error?.stacktrace == null
      ? each
      : { ...each, result: { ...each.result, error: { ...error, stacktrace: null } } };
  };
  return { ...row, outputs: row.outputs.map(withoutTrace), results: row.results.map(withoutTrace) };
}

function withoutAddresses(result: AggregatedResult): AggregatedResult {
  const { name, settings_values: settings, ...config } = result.evaluator_config;
  const addresses = Object.entries(settings ?? {}).flatMap(([setting, value]) =>
    typeof value === 'string' && /^https?:\/\//i.test(value)
      ? [{ setting, value, hashed: `sha256:${hash('sha256', value)}` }]
      : [],
  );
  if (addresses.length === 0) return result;
  const hashed = Object.fromEntries(addresses.map((each) => [each.setting, each.hashed]));
  const named = addresses.reduce((text, each) => text.replaceAll(each.value, each.hashed), name);
  return { ...result, evaluator_config: { ...config, name: named, settings_values: { ...settings, ...hashed } } };
}

/**
 * Reads a file of evidence.
 *
 * @param name - of the file, for messages
 * @throws {WF_INVALID_INPUT} when it is not one, is damaged, was changed by hand, or is of another version
 */
export function parseEvidence(name: string, text: string): EvaluationRows {
  const file = readDocument(name, text);
  const { version } = file;
  if (version !== VERSION) {
    const wrote = typeof version === 'number' && version > VERSION ? 'a newer' : 'another';
    throw invalid(
      name,
      `was written by ${wrote} wf: it has version ${JSON.stringify(version)}, and this wf reads version ${VERSION}`,
    );
  }
  const parsed = EvidenceFile.safeParse(file);
  if (!parsed.success) {
    const [first] = toValidationItems(parsed.error.issues, []);
    throw invalid(name, `is damaged: ${first?.loc.join('.') ?? ''}: ${first?.msg ?? 'unreadable'}`);
  }
  if (checksumOf(file) !== file['sha256'])
    throw invalid(name, 'was changed after wf wrote it: its checksum does not match');
  const { evaluation, rows } = parsed.data;
  const byCase = rows.toSorted((one, other) => (one.case ?? 0) - (other.case ?? 0));
  return {
    evaluation,
    rows: async function* read(order = 'row') {
      yield* order === 'case' ? byCase : rows;
    },
  };
}

function readDocument(name: string, text: string): UnknownRecord {
  if (findExcess(text, { maxDepth: MAX_DEPTH }) !== null)
    throw invalid(name, 'is not a file of evidence: it is nested too deeply');
  const file = parseJson(text);
  if (file === undefined) {
    const { line, column } = locateJsonError(text);
    throw invalid(name, `is damaged: line ${line}, column ${column} is not JSON`);
  }
  if (isRecord(file) && file['format'] === FORMAT) return file;
  throw invalid(name, 'is not a file of evidence');
}

/** Does not depend on how the file is laid out: formatters and line ends may differ. */
function checksumOf({ evaluation, rows }: UnknownRecord): string {
  const checksum = createHash('sha256').update(canonicalJson(evaluation));
  // The rows were just parsed as a list.
  for (const row of rows as readonly unknown[]) checksum.update(canonicalJson(row));
  return checksum.digest('hex');
}

function invalid(name: string, problem: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The baseline ${name} ${problem}.`,
    nextSteps: [howToWrite(name)],
    details: { file: name },
  });
}

/** The command that writes a file of evidence. */
export function howToWrite(name: string): string {
  return `Write it: wf eval export VARIANT --format json --output ${shellWord(name)}`;
}

/** Restores the settings of evaluators whose addresses are hashed, where an evaluation has the same. */
export function withAddressesOf(
  evaluation: TestedEvaluation,
  others: readonly Pick<Evaluation, 'aggregated_results'>[],
): TestedEvaluation {
  const known = others.flatMap(({ aggregated_results }) => aggregated_results);
  const keyOf = ({ evaluator_config: { evaluator_key, settings_values } }: AggregatedResult) =>
    canonicalJson([evaluator_key, settings_values ?? {}]);
  return {
    ...evaluation,
    aggregated_results: evaluation.aggregated_results.map((result) => {
      const same = known.find(
        (each) => withoutAddresses(each) !== each && keyOf(withoutAddresses(each)) === keyOf(result),
      );
      if (same === undefined) return result;
      const { name, settings_values } = same.evaluator_config;
      return { ...result, evaluator_config: { ...result.evaluator_config, name, settings_values } };
    }),
  };
}
