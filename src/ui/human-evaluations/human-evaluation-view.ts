import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import type { HumanOutputs, HumanVoter } from '../../contract/human-evaluations/human-vote.ts';
import { toVariants, valueOf } from '../evaluations/evaluation-columns.ts';
import { type Block, drawn, lackingView, type View, toRecord, toText } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';

interface Shown extends HumanEvaluation {
  readonly link: string | null;
  readonly outputs: readonly HumanOutputs[];
  readonly voters: readonly (HumanVoter & { readonly link: string | null })[];
  readonly lacking?: readonly string[] | undefined;
}

const voterColumns: readonly Column<Shown['voters'][number]>[] = [
  { header: 'voter', value: ({ name }) => name },
  { header: 'cases', kind: 'integer', value: ({ votes }) => votes },
  { header: 'unblinded', kind: 'time', value: (voter) => voter.revealed_at, dropOrder: 2 },
  { header: 'personal link', value: ({ link }) => link, only: 'written' },
];

const outputColumns: readonly Column<HumanOutputs>[] = [
  { header: 'variant', value: (outputs) => outputs.variant_name },
  { header: 'outputs', value: ({ status }) => valueOf(status), kind: 'status' },
  { header: 'done', kind: 'integer', value: ({ done }) => done },
  { header: 'of', kind: 'integer', value: ({ rows }) => rows },
  { header: 'error', value: ({ status }) => status.error?.message },
];

/** Shows one human evaluation: where to vote, and the progress of outputs and voters. */
export function humanEvaluationView(shown: Shown, serverUrl: string | null): View {
  return [
    toRecord([
      { label: 'id', kind: 'id', value: shown.id },
      { label: 'type', value: shown.evaluation_type },
      { label: 'variants', value: toVariants(shown) },
      { label: 'test set', value: shown.testset_name },
      { label: 'status', kind: 'status', value: shown.status },
      { label: 'created', kind: 'time', value: shown.created_at },
    ]),
    ...(shown.outputs.length === 0 ? [] : [toTable({ columns: outputColumns, rows: shown.outputs })]),
    ...(shown.voters.length === 0 ? [] : [toTable({ columns: voterColumns, rows: shown.voters })]),
    ...drawn(...shown.voters.flatMap(({ name, link }) => (link === null ? [] : [toText(`${name} votes at:`, link)]))),
    ...linkText(shown.link, serverUrl),
    ...lackingView(shown.lacking),
  ];
}

/** Shows the link outside the record, so that a terminal does not wrap it. */
function linkText(link: string | null, serverUrl: string | null): Block[] {
  if (link === null) return [];
  if (serverUrl !== null) return [toText(`Vote at: ${link}`)];
  return [
    toText(`No server is running for the vote. Start one (wf dev or wf serve) and open its address with ${link}`),
  ];
}
