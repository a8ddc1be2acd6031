import type { HumanEvaluation, HumanOutputs, HumanVoter } from '../../contract/human-evaluations/human-evaluation.ts';
import { Button, CopyButton } from '../elements/button.tsx';
import { ErrorText, Notice } from '../elements/notices.tsx';
import { PageHead, type PageHeadProps } from '../elements/page-head.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { useChange, useRecords } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { toVoteLink } from './voting/vote-address.ts';
import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { statusText } from '../evaluations/result-text.ts';
import { formatShares, nameRevision } from '../text/format-figures.ts';

export function HumanEvaluationView({ id }: { readonly id: string }) {
  const { appName } = useWorkspace();
  const { value, error } = useRecords(READS, { evaluation_id: id }, ({ signal }) => loadAll(id, signal), pollMsOf);
  const back = { page: 'human-evaluations', app: appName, id: null } as const;
  if (value !== null) return <Details loaded={value} back={back} />;
  return (
    <>
      <PageHead title="Votes" back={back} />
      <Notice error={error}>Loading…</Notice>
    </>
  );
}

const READS = [
  'GET /human-evaluations/{evaluation_id}',
  'GET /human-evaluations/{evaluation_id}/results',
  'GET /human-evaluations/{evaluation_id}/voters',
  'GET /human-evaluations/{evaluation_id}/outputs',
  'GET /human-evaluations/{evaluation_id}/links',
] as const;

/** While outputs are generated, which changes no record until the end. */
const OUTPUTS_MS = 3000;

function pollMsOf({ outputs }: LoadedEvaluation): number | null {
  return outputs.some(({ done, rows, status }) => done < rows && isUnfinished(status)) ? OUTPUTS_MS : null;
}

async function loadAll(evaluation_id: string, signal: AbortSignal) {
  const input = { evaluation_id };
  const [evaluation, results, voters, outputs, links] = await Promise.all([
    send('GET /human-evaluations/{evaluation_id}', input, signal),
    send('GET /human-evaluations/{evaluation_id}/results', input, signal),
    send('GET /human-evaluations/{evaluation_id}/voters', input, signal),
    send('GET /human-evaluations/{evaluation_id}/outputs', input, signal),
    // A read-only key may not see them.
    send('GET /human-evaluations/{evaluation_id}/links', input, signal).catch(() => null),
  ]);
  return { evaluation, results, voters, outputs, links };
}

type LoadedEvaluation = Awaited<ReturnType<typeof loadAll>>;

interface DetailsProps {
  readonly loaded: LoadedEvaluation;
  readonly back: PageHeadProps['back'];
}

function Details({ loaded: { evaluation, results, voters, outputs, links }, back }: DetailsProps) {
  const code = links?.code ?? null;
  const link = code === null ? null : toVoteLink(location.origin, evaluation.id, code);
  return (
    <>
      <PageHead title={`${nameVariants(evaluation)} on ${evaluation.testset_name}`} back={back}>
        <span className="tag">{humanStatus(evaluation.status)}</span>
        <div className="actions">
          {links === null ? null : <CloseButton evaluation={evaluation} isClosed={code === null} />}
          {link === null ? null : <CopyButton label="Copy link for voters" text={() => link} />}
          {link === null ? null : (
            <a className="button" href={link} target="_blank" rel="noreferrer">
              Vote
            </a>
          )}
        </div>
      </PageHead>
      <Outputs outputs={outputs} />
      <h2>Results so far</h2>
      <Results results={results} />
      <h2>Voters</h2>
      {voters.length === 0 ? <Notice>Nobody has voted yet. Share the link.</Notice> : <Voters voters={voters} />}
    </>
  );
}

interface CloseButtonProps {
  readonly evaluation: HumanEvaluation;
  readonly isClosed: boolean;
}

/** Ends the voting, or takes votes again. Without a link, nobody can vote. */
function CloseButton({ evaluation: { id }, isClosed }: CloseButtonProps) {
  const status = isClosed ? 'EVALUATION_STARTED' : 'EVALUATION_FINISHED';
  const change = () => send('PUT /human-evaluations/{evaluation_id}', { evaluation_id: id, body: { status } });
  const { submit, error } = useChange(change);
  return (
    <>
      <Button label={isClosed ? 'Reopen voting' : 'Close voting'} onClick={submit} />
      <ErrorText error={error} />
    </>
  );
}

function Outputs({ outputs }: { readonly outputs: readonly HumanOutputs[] }) {
  const failed = outputs.find(({ status }) => status.error);
  if (failed !== undefined) return <Notice error={`${failed.variant_name}: ${failed.status.error?.message ?? ''}`} />;
  const open = outputs.filter(({ done, rows }) => done < rows);
  const parts = open.map(({ variant_name, done, rows }) => `${variant_name}: ${done} of ${rows} outputs generated`);
  return parts.length === 0 ? null : <p role="status">{parts.join(', ')}</p>;
}

function Results({ results: { votes_data: votes, results_data: scores } }: Pick<LoadedEvaluation, 'results'>) {
  if (votes === undefined) return <Scores scores={scores ?? {}} />;
  const given = [
    ...votes.variants.map((id, index) => ({
      label: votes.variant_names[index] ?? id,
      count: votes.variants_votes_data[id],
    })),
    { label: 'Both good', count: votes.positive_votes },
    { label: 'Both bad', count: votes.flag_votes },
  ];
  const shares = formatShares(given.map(({ count }) => count?.number_of_votes ?? 0));
  return (
    <RecordTable
      label="Results so far"
      columns={['Vote', ...numbers('Votes', 'Share of votes')]}
      rows={given.map(({ label, count }, index) => ({
        key: label,
        cells: {
          Vote: <span className="name">{label}</span>,
          Votes: count?.number_of_votes ?? 0,
          'Share of votes': shares[index],
        },
      }))}
    />
  );
}

function Scores({ scores }: { readonly scores: Readonly<Record<string, number>> }) {
  const given = Object.entries(scores);
  if (given.length === 0) return <Notice>No scores yet.</Notice>;
  return (
    <RecordTable
      label="Results so far"
      columns={numbers('Score', 'Votes')}
      rows={given.map(([score, count]) => ({ key: score, cells: { Score: score, Votes: count } }))}
    />
  );
}

function Voters({ voters }: { readonly voters: readonly HumanVoter[] }) {
  return (
    <RecordTable
      label="Voters"
      columns={['Name', ...numbers('Cases'), 'Blind']}
      rows={voters.map(({ id, name, votes, revealed_at }) => ({
        key: id,
        cells: { Name: name, Cases: votes, Blind: revealed_at === null ? 'yes' : 'asked which is which' },
      }))}
    />
  );
}

/** Names the state of a human evaluation: people may vote until somebody closes it. */
export function humanStatus(value: string): string {
  const status = { type: 'status', value };
  return isUnfinished(status) ? 'open' : statusText(status);
}

/** `default@1 and tuned@3` */
export function nameVariants({ variant_names, revisions }: HumanEvaluation): string {
  return variant_names.map((name, index) => nameRevision(name, revisions[index] ?? '?')).join(' and ');
}
