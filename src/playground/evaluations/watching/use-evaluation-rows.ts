import { type InfiniteData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { RECORDS } from '../../service/queries.ts';
import { sendForPage } from '../../service/request.ts';
import { listKey, type ListPage, type RecordList, useWholeList } from '../../service/use-record-list.ts';
import { readRow, type Row } from '../read-row.ts';
import { mayChange } from '../result-text.ts';
import { mergeRows, pendingRanges } from './pending-rows.ts';

const KEY = 'GET /evaluations/{evaluation_id}/evaluation_scenarios';
const PAGE_SIZE = 1000;

/**
 * Fetches the rows of an evaluation once, and while it runs those that have finished meanwhile.
 *
 * @param done - how many have finished; `null` when it does not run
 */
export function useEvaluationRows({ id, status }: TestedEvaluation, done: number | null): RecordList<Row> {
  const input = { evaluation_id: id };
  const client = useQueryClient();
  const list = useWholeList(KEY, input, { limit: PAGE_SIZE, read: readRow });
  const pending = list.isComplete ? pendingRanges(list.records) : '';
  useQuery({
    queryKey: [RECORDS, [KEY], input, 'finished', done, status.value],
    queryFn:
      pending === ''
        ? skipToken
        : async ({ signal }) => {
            const rows = await fetchFinished(id, pending, signal);
            client.setQueryData<InfiniteData<ListPage<Row>>>(
              listKey(KEY, input),
              (known) => known && { ...known, pages: mergeRows(known.pages, rows) },
            );
            return rows.length;
          },
    staleTime: Infinity,
    gcTime: 0,
  });
  useFreshStart(mayChange(status), () => void client.invalidateQueries({ queryKey: listKey(KEY, input) }));
  return list;
}

async function fetchFinished(evaluation_id: string, pending: string, signal: AbortSignal): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const more: Record<string, unknown> = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const page = await sendForPage(KEY, { evaluation_id, rows: pending, finished: 'true' }, more, signal);
    rows.push(...page.items.map((row) => readRow(row)));
    ({ cursor } = page);
  }
  return rows;
}

/** Calls when an evaluation runs again: rows that had failed have no result any more. */
function useFreshStart(isRunning: boolean, onStart: () => void): void {
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (isRunning && !wasRunning.current) onStart();
    wasRunning.current = isRunning;
  });
}
