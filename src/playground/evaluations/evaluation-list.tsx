import { useState } from 'react';
import { STATUS_WORDS, type StatusWord } from '../../contract/evaluations/evaluation-status.ts';
import { replaceAddress, toHash } from '../address/address.ts';
import { EmptyState, Notice } from '../elements/empty-state.tsx';
import { FoldedCommand, TerminalCommand } from '../elements/terminal-command.tsx';
import {
  FilterSelect,
  isNarrowed,
  ListFilter,
  type ListQuery,
  toConditions,
  toListCommand,
} from '../labels/list-filter.tsx';
import { useRecordList } from '../service/use-record-list.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { EvaluationTable } from './evaluation-table.tsx';
import { StartDialog } from './start-dialog.tsx';

interface EvaluationListProps {
  readonly appId: string;
  readonly query: ListQuery;
}

const PAGE_SIZE = 100;

/** The evaluations of an app: to filter, to compare, and to add to. */
export function EvaluationList({ appId, query }: EvaluationListProps) {
  const { appName, appFlag } = useWorkspace();
  const { records, total, isStale, error, loadMore } = useEvaluations(appId, query);
  const [isStarting, setStarting] = useState(false);
  const isEmpty = total === 0 && !isNarrowed(query) && error === null;
  return (
    <>
      <div className="card-head">
        <h1>Evaluations</h1>
        <a href={toHash({ page: 'evaluations', app: appName, id: null, query: { view: 'trends' } })}>Trends</a>
        <button type="button" onClick={() => setStarting(true)}>
          Start an evaluation…
        </button>
      </div>
      {isEmpty ? <NothingRunYet /> : <EvaluationFilter query={query} />}
      {isEmpty ? null : (
        <FoldedCommand>
          <TerminalCommand isTitled command={commandOf(query, appFlag)} />
        </FoldedCommand>
      )}
      {total === null || error !== null ? <Notice error={error}>Loading…</Notice> : null}
      {total === null || isEmpty ? null : (
        <EvaluationTable evaluations={records} total={total} isStale={isStale} onNearEnd={loadMore} />
      )}
      {isStarting ? <StartDialog appId={appId} onClose={() => setStarting(false)} /> : null}
    </>
  );
}

function useEvaluations(appId: string, query: ListQuery) {
  const { status = '', env = '', sort = '' } = query;
  return useRecordList(
    'GET /evaluations',
    {
      app_id: appId,
      total: 'true',
      ...toConditions(query),
      ...(isStatusWord(status) ? { status: STATUS_WORDS[status] } : {}),
      ...(env === '' ? {} : { environment: env }),
      ...toOrder(sort),
    },
    { limit: PAGE_SIZE },
  );
}

function EvaluationFilter({ query }: { readonly query: ListQuery }) {
  const { appName, environments } = useWorkspace();
  const { status = '', env = '', sort = '' } = query;
  const filter = (change: ListQuery) =>
    replaceAddress({ page: 'evaluations', app: appName, id: null, query: { ...query, ...change } });
  const names = environments.map(({ name }) => [name, name] as const);
  return (
    <ListFilter query={query} onQuery={filter}>
      <FilterSelect label="Status" value={status} options={STATUSES} onChange={(value) => filter({ status: value })} />
      <FilterSelect
        label="Of what runs in"
        value={env}
        options={[['', 'any'], ...names]}
        onChange={(value) => filter({ env: value })}
      />
      <FilterSelect label="Order" value={sort} options={ORDERS} onChange={(value) => filter({ sort: value })} />
    </ListFilter>
  );
}

const STATUSES = [
  ['', 'any'] as const,
  ...Object.keys(STATUS_WORDS).map((word) => [word, word.replaceAll('-', ' ')] as const),
];

const ORDERS = [
  ['', 'newest first'],
  ['oldest', 'oldest first'],
  ['variant', 'by variant'],
  ['testset', 'by test set'],
] as const;

function toOrder(sort: string): { readonly sort?: 'variant' | 'testset'; readonly order?: 'desc' } {
  if (sort === 'variant' || sort === 'testset') return { sort };
  return sort === 'oldest' ? {} : { order: 'desc' };
}

function commandOf(query: ListQuery, appFlag: string): string {
  const { status = '', env = '', sort = '' } = query;
  const { sort: by = '', order } = toOrder(sort);
  const flags = { '--app': appFlag, '--status': status, '--env': env, '--sort': by };
  return toListCommand({ words: ['wf', 'eval', 'list'], query, isDescending: order === 'desc', flags });
}

function isStatusWord(text: string): text is StatusWord {
  return Object.hasOwn(STATUS_WORDS, text);
}

function NothingRunYet() {
  return (
    <EmptyState title="No evaluations yet" command="wf eval run --testset cases.csv --evaluators exact_match">
      An evaluation runs a variant on every row of a test set and scores each answer.
    </EmptyState>
  );
}
