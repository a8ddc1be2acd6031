import { useState } from 'react';
import { STATUS_WORDS, type StatusWord } from '../../contract/evaluations/evaluation-status.ts';
import { replaceAddress, toHash } from '../address/address.ts';
import { Button } from '../elements/button.tsx';
import { SelectField } from '../elements/labelled-controls.tsx';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import {
  isFiltered,
  ListFilter,
  type ListQuery,
  type Order,
  toConditions,
  toListCommand,
} from '../labels/list-filter.tsx';
import { useRequest } from '../service/queries.ts';
import { useRecordList } from '../service/use-record-list.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { EvaluationTable } from './evaluation-table.tsx';
import { mayChange } from './result-text.ts';
import { StartDialog } from './start-dialog.tsx';

const PAGE_SIZE = 100;
/** A process that ends without a word changes no record: nothing tells that its evaluations are interrupted. */
const LOST_MS = 30_000;

export function EvaluationList({ appId, query }: { readonly appId: string; readonly query: ListQuery }) {
  const { appName, appFlag } = useWorkspace();
  const { records, total, isStale, error, loadMore } = useEvaluations(appId, query);
  const [isStarting, setStarting] = useState(false);
  const isEmpty = total === 0 && !isFiltered(query) && error === null;
  return (
    <>
      <div className="card-head">
        <h1>Evaluations</h1>
        <a href={toHash({ page: 'evaluations', app: appName, id: null, query: { view: 'trends' } })}>Trends</a>
        <Button label="Start an evaluation…" onClick={() => setStarting(true)} />
      </div>
      {isEmpty ? <NothingRunYet /> : <EvaluationFilter appId={appId} query={query} />}
      {isEmpty ? null : <FoldedCommands commands={[commandOf(query, appFlag)]} />}
      {total === null || error !== null ? <Notice error={error}>Loading…</Notice> : null}
      {total === null || isEmpty ? null : (
        <EvaluationTable evaluations={records} total={total} isStale={isStale} onNearEnd={loadMore} />
      )}
      {isStarting ? <StartDialog appId={appId} onClose={() => setStarting(false)} /> : null}
    </>
  );
}

function useEvaluations(appId: string, query: ListQuery) {
  const { status = '', env = '', route = '', sort = '' } = query;
  return useRecordList(
    'GET /evaluations',
    {
      app_id: appId,
      total: 'true',
      ...toConditions(query),
      ...(isStatusWord(status) ? { status: STATUS_WORDS[status] } : {}),
      ...(env === '' ? {} : { environment: env }),
      ...(route === '' ? {} : { route }),
      ...toOrder(sort),
    },
    { limit: PAGE_SIZE, pollMs: (records) => (records.some(({ status }) => mayChange(status)) ? LOST_MS : null) },
  );
}

function EvaluationFilter({ appId, query }: { readonly appId: string; readonly query: ListQuery }) {
  const { appName, environments } = useWorkspace();
  const { status = '', env = '', route = '', sort = '' } = query;
  const routes = useRoutes(appId);
  const filter = (change: ListQuery) =>
    replaceAddress({ page: 'evaluations', app: appName, id: null, query: { ...query, ...change } });
  return (
    <ListFilter query={query} onQuery={filter}>
      <SelectField label="Status" value={status} options={STATUSES} onChange={(value) => filter({ status: value })} />
      <SelectField
        label="Ran in"
        value={env}
        options={[['', 'any'], ...environments.map(({ name }) => name)]}
        onChange={(value) => filter({ env: value })}
      />
      {routes.length < 2 && route === '' ? null : (
        <SelectField
          label="Route"
          value={route}
          options={[['', 'any'], ...routes]}
          onChange={(value) => filter({ route: value })}
        />
      )}
      <SelectField label="Order" value={sort} options={ORDERS} onChange={(value) => filter({ sort: value })} />
    </ListFilter>
  );
}

/** Fetches the routes that evaluations of an app called. */
function useRoutes(appId: string): readonly string[] {
  const newest = { app_id: appId, newest_of: 'subject', order: 'desc', limit: PAGE_SIZE } as const;
  const { value } = useRequest('GET /evaluations', newest);
  return [...new Set((value ?? []).flatMap(({ route }) => route ?? []))].toSorted();
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

function toOrder(sort: string): Order<'variant' | 'testset'> {
  if (sort === 'variant' || sort === 'testset') return { sort };
  return sort === 'oldest' ? {} : { order: 'desc' };
}

function commandOf(query: ListQuery, appFlag: string): string {
  const { status = '', env = '', route = '', sort = '' } = query;
  const flags = { '--app': appFlag, '--status': status, '--env': env, '--route': route };
  return toListCommand(['wf', 'eval', 'list'], query, toOrder(sort), flags);
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
