import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { isSameTestset, nameTestset, nameVariants } from '../../contract/evaluations/subject.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { canonicalJson } from '../hashing/content-keys.ts';

/** What an evaluation is about, also of one that has no id because it has not begun. */
export type EvaluatedSubject = Partial<Pick<TestedEvaluation, 'id'>> &
  Pick<
    TestedEvaluation,
    'variant_names' | 'revisions' | 'route' | 'testset_id' | 'testset_name' | 'testset_revision' | 'aggregated_results'
  >;

/**
 * Refuses to compare evaluations of different subjects. Under test, and so allowed to differ, are the variant, its
 * revision, and the code and the variables of the route. What a service does not tell is not compared.
 *
 * @throws {WF_INVALID_INPUT} when they called different routes, ran on different test sets, or have an evaluator of
 * different settings or code
 */
export function requireSameSubject(baseline: TestedEvaluation, candidate: EvaluatedSubject): void {
  const differences = [
    ...differing('called the route', baseline.route, candidate.route),
    ...testsetDifference(baseline, candidate),
    ...evaluatorDifferences(baseline, candidate),
  ];
  if (differences.length === 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot compare ${candidate.id === undefined ? nameVariants(candidate) : `evaluation ${candidate.id}`} with ${baseline.id}: ${differences.join('; ')}.`,
    nextSteps: [evaluateBoth(baseline, candidate)],
    details: [{ loc: ['query', 'baseline_id'], msg: differences.join('; '), type: 'subject_differs' }],
  });
}

/**
 * Refuses to compare an evaluation with itself: it would be equal in every measure, and so pass as not worse.
 *
 * @throws {WF_INVALID_INPUT} when both are the same evaluation
 */
export function requireAnother(baseline: Pick<Evaluation, 'id'>, candidate: Pick<Evaluation, 'id'>): void {
  if (candidate.id !== baseline.id) return;
  const msg = `Cannot compare evaluation ${candidate.id} with itself`;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}: name another one.`,
    nextSteps: ['wf eval list'],
    details: [{ loc: ['query', 'baseline_id'], msg, type: 'same_evaluation' }],
  });
}

function differing(what: string, before: string | null | undefined, after: string | null | undefined): string[] {
  return before == null || after == null || before === after ? [] : [`it ${what} ${after}, the baseline ${before}`];
}

function testsetDifference(baseline: EvaluatedSubject, candidate: EvaluatedSubject): string[] {
  if (isSameTestset(baseline, candidate)) return [];
  const [before, after] = [baseline, candidate].map(
    (each) => `${nameTestset(each) ?? 'a test set'}${each.testset_id == null ? '' : ` (${each.testset_id})`}`,
  );
  return differing('ran on the test set', before, after);
}

/** Compares the evaluators that both have, by their settings or by their names. */
function evaluatorDifferences(baseline: Evaluation, candidate: EvaluatedSubject): string[] {
  const others = readEvaluators(candidate);
  return readEvaluators(baseline).flatMap((before) => {
    const after = others.find(({ key }) => key === before.key) ?? others.find(({ name }) => name === before.name);
    if (after === undefined) return [];
    if (after.key !== before.key) return [`the evaluator ${before.name} has other settings`];
    return differing('', before.code, after.code).length === 0
      ? []
      : [`the code of the evaluator ${before.name} has changed since`];
  });
}

function readEvaluators({ aggregated_results }: Pick<Evaluation, 'aggregated_results'>) {
  return aggregated_results.map(({ evaluator_config: { name, evaluator_key, settings_values }, code }) => ({
    name,
    code,
    key: `${evaluator_key} ${canonicalJson(settings_values ?? {})}`,
  }));
}

/** Lists what is under test next to the variant and its revision, where it differs. */
export function differencesUnderTest(baseline: Evaluation, candidate: Evaluation) {
  const differs = (field: 'bundle' | 'variables') => differing('', baseline[field], candidate[field]).length > 0;
  const differs_in = [
    ...(differs('bundle') ? ['code' as const] : []),
    ...(differs('variables') ? ['variables' as const] : []),
  ];
  return differs_in.length === 0 ? {} : { differs_in };
}

/** Lists the evaluators that only one of two evaluations has, by name. */
export function unsharedEvaluators(baseline: Evaluation, candidate: Evaluation) {
  const [before, after] = [readEvaluators(baseline), readEvaluators(candidate)];
  const missingIn = (others: typeof before) => (each: (typeof before)[number]) =>
    others.every(({ key }) => key !== each.key);
  return {
    evaluators_only_in_baseline: before.filter(missingIn(after)).map(({ name }) => name),
    evaluators_only_in_candidate: after.filter(missingIn(before)).map(({ name }) => name),
  };
}

/** The command that evaluates both variants on what the candidate was evaluated on. Stored answers are not called for again. */
function evaluateBoth(baseline: TestedEvaluation, candidate: EvaluatedSubject): string {
  const { route, aggregated_results } = candidate;
  const variants = [...new Set([nameVariants(baseline), nameVariants(candidate)])].join(',');
  const evaluators = aggregated_results.map(({ evaluator_config: { name } }) => name).join(',');
  const flags = [
    '--testset',
    nameTestset(candidate) ?? 'TESTSET',
    ...(route == null ? [] : ['--route', route]),
    '--variants',
    variants,
    '--evaluators',
    evaluators || 'exact_match',
  ];
  return `Evaluate both on the same: wf eval run ${flags.map(shellWord).join(' ')}`;
}
