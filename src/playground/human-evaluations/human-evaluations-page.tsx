import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notices.tsx';
import { RecordTable } from '../elements/record-tables.tsx';
import { formatTime } from '../text/format-figures.ts';
import { useRequest } from '../service/queries.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { HumanEvaluationView, humanStatus, nameVariants } from './human-evaluation-view.tsx';

export function HumanEvaluationsPage({ id }: { readonly id: string | null }) {
  const { app } = useWorkspace();
  if (app === null) {
    return (
      <>
        <h1>Votes</h1>
        <Notice>There is nothing to vote on yet. Deploy first: wf deploy</Notice>
      </>
    );
  }
  return id === null ? <HumanEvaluationList appId={app.app_id} /> : <HumanEvaluationView key={id} id={id} />;
}

function HumanEvaluationList({ appId }: { readonly appId: string }) {
  const { value, error } = useRequest('GET /human-evaluations', { app_id: appId });
  return (
    <>
      <h1>Votes</h1>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value?.length === 0 ? (
        <Notice>
          There is nothing to vote on yet. Start with: wf human-eval create --testset FILE --variants A,B --type
          human_a_b_testing
        </Notice>
      ) : null}
      {value === null || value.length === 0 ? null : <HumanEvaluationTable evaluations={value.toReversed()} />}
    </>
  );
}

function HumanEvaluationTable({ evaluations }: { readonly evaluations: readonly HumanEvaluation[] }) {
  const { appName } = useWorkspace();
  return (
    <RecordTable
      label="Human evaluations"
      columns={['Variants', 'Type', 'Test set', 'Status', 'Created']}
      rows={evaluations.map((evaluation) => ({
        key: evaluation.id,
        cells: {
          Variants: (
            <a href={toHash({ page: 'human-evaluations', app: appName, id: evaluation.id })}>
              {nameVariants(evaluation)}
            </a>
          ),
          Type: TYPE_WORDS[evaluation.evaluation_type] ?? evaluation.evaluation_type,
          'Test set': evaluation.testset_name,
          Status: humanStatus(evaluation.status),
          Created: formatTime(evaluation.created_at),
        },
      }))}
    />
  );
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  human_a_b_testing: 'two side by side',
  single_model_test: 'scores of one',
};
