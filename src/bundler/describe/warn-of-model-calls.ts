import { buildWarning, type BuildWarning } from '../../foundation/build-warning.ts';
import { type EntryLocation, findAuthorPosition } from '../source-map/find-author-position.ts';
import type { DescribeEnd } from './run-describe-child.ts';

/** A sample whose module calls its `main` answers once, when it is imported, and not when it is called. */
export function warnOfModelCalls(end: DescribeEnd, { root, entry }: EntryLocation): BuildWarning[] {
  if (end.type !== 'reported' || end.report.type !== 'described') return [];
  return (end.report.modelCalls ?? []).map((stack) => {
    const { file, line } = findAuthorPosition(stack, root) ?? { file: entry, line: null };
    const message =
      'a model is called while the module is imported, and so at each start of the workflow: move the call into the handler';
    return buildWarning('WF_MODEL_CALLED_AT_IMPORT', message, { file, line });
  });
}
