import { countOf } from '../../foundation/numbers.ts';
import type { BaselineSource, ComparedEvaluation } from './comparison.ts';
import type { EvaluatedSubset, SubsetChoice, TestedEvaluation } from './evaluation.ts';

type Tested = Pick<TestedEvaluation, 'route' | 'testset_id' | 'testset_name'>;

/** Returns whether two evaluations called the same route on the same test set. What a service does not tell is not compared. */
export function isSameSubject(one: Tested, other: Tested): boolean {
  return isEqual(one.route, other.route) && isSameTestset(one, other);
}

/** Returns whether two evaluations ran on the same test set: by its id, or by its name where it is one of another service. */
export function isSameTestset(one: Omit<Tested, 'route'>, other: Omit<Tested, 'route'>): boolean {
  const hasIds = one.testset_id != null && other.testset_id != null;
  return hasIds ? one.testset_id === other.testset_id : isEqual(one.testset_name, other.testset_name);
}

function isEqual(one: string | null | undefined, other: string | null | undefined): boolean {
  return one == null || other == null || one === other;
}

type Named = Pick<TestedEvaluation, 'variant_names' | 'revisions' | 'route' | 'testset_name' | 'testset_revision'>;

/** Names what an evaluation is about, as `tuned@3 at /draft on cases@2`. */
export function describeSubject(evaluation: Named): string {
  const { route } = evaluation;
  const testset = nameTestset(evaluation);
  return `${nameVariants(evaluation)}${route == null ? '' : ` at ${route}`}${testset === null ? '' : ` on ${testset}`}`;
}

/** Names the variants of an evaluation with their revisions, as `tuned@3`. */
export function nameVariants({ variant_names, revisions }: Pick<Named, 'variant_names' | 'revisions'>): string {
  return variant_names
    .map((name, index) => ((revisions[index] ?? '') === '' ? name : `${name}@${revisions[index]?.trim()}`))
    .join(', ');
}

/** Names the test set of an evaluation with its revision, as `cases@2`; `null` if the service does not tell it. */
export function nameTestset({ testset_name, testset_revision }: Omit<Named, 'variant_names' | 'revisions'>) {
  return testset_name == null || testset_revision == null
    ? (testset_name ?? null)
    : `${testset_name}@${testset_revision}`;
}

/** Returns a choice of rows that leaves out any; `null`: the whole test set is meant. */
export function appliedSubset(choice: SubsetChoice | null | undefined): SubsetChoice | null {
  const { where, failed_of, sample, limit } = choice ?? {};
  const isApplied = (where ?? []).length > 0 || [failed_of, sample, limit].some((each) => each != null);
  return choice != null && isApplied ? choice : null;
}

/** Returns whether an evaluation has all rows of its test set, as one of a service that does not tell must be taken to have. */
export function isWhole({ subset }: Pick<TestedEvaluation, 'subset'>): boolean {
  return subset == null || (subset.of !== null && subset.rows >= subset.of);
}

/** Describes the rows that an evaluation has of its test set, as `20 of 150 rows: locale=fr, 20 drawn with seed 1`. */
export function describeSubset(subset: EvaluatedSubset): string {
  const { where, failed_of, sample, seed, limit, shard } = subset;
  const chosen = [
    ...(failed_of == null ? [] : [`failed in ${failed_of}`]),
    ...(where ?? []),
    ...(sample == null ? [] : [`${countOf(sample, 'case')} drawn with seed ${seed ?? 1}`]),
    ...(limit == null ? [] : [`the first ${countOf(limit, 'case')}`]),
    ...(shard == null ? [] : [`shard ${shard.index}/${shard.count}`]),
  ];
  return `${countSubset(subset)}: ${chosen.join(', ')}`;
}

/** Tells how many rows a subset has, as `20 of 150 rows`. */
export function countSubset({ rows, of }: Pick<EvaluatedSubset, 'rows' | 'of'>): string {
  return of === null ? countOf(rows, 'row') : `${rows} of ${countOf(of, 'row')}`;
}

/** Names the test set of an evaluation, with its part of it: `cases (20 of 150 rows: locale=fr)`; empty: not told. */
export function nameRows({ testset_name, subset }: Pick<TestedEvaluation, 'testset_name' | 'subset'>): string {
  return `${testset_name ?? ''}${subset == null ? '' : ` (${describeSubset(subset)})`}`;
}

/** Says which evaluation is the baseline, and where it is from; `null`: it was named, so nobody needs to be told. */
export function describeBaseline(
  { id, variant }: ComparedEvaluation,
  source: BaselineSource | undefined,
): string | null {
  return source === undefined
    ? null
    : `Compared with ${variant} (${id}) of ${source.created_at}, from ${describeBaselineSource(source)}.`;
}

function describeBaselineSource(source: BaselineSource): string {
  switch (source.kind) {
    case 'file':
      return `the file ${source.file}`;
    case 'evidence':
      return `the environment ${source.environment} at the service: its evidence`;
    case 'newest':
      return `the environment ${source.environment} at the service: the newest evaluation of what it runs`;
  }
}
