import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { nameRevision } from '../text/name-revision.ts';

/** `default@1 and tuned@3` */
export function nameVariants({ variant_names, revisions }: HumanEvaluation): string {
  return variant_names.map((name, index) => nameRevision(name, revisions[index] ?? '?')).join(' and ');
}
