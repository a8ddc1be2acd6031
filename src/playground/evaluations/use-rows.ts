import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { sendForPage } from '../service/request.ts';
import { useAnswersAgain } from '../service/use-answers-again.ts';
import { messageOf } from '../service/use-loaded.ts';
import { readRow, type Row } from './read-row.ts';

export interface Rows {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly error: string | null;
}

const PAGE_SIZE = 1000;
const AGAIN_MS = 2000;

/**
 * Fetches the rows of an evaluation page by page, so that the list soon has its full length.
 *
 * @param isGrowing - whether rows still get scores: then they are fetched again
 */
export function useRows(evaluationId: string, isGrowing: boolean): Rows {
  const [state, setState] = useState<Rows>({ rows: [], isComplete: false, error: null });
  const [round, setRound] = useState(0);
  const repeat = useCallback(() => setRound((before) => before + 1), []);
  useAnswersAgain(state.error !== null, repeat);
  const request = useMemo(() => ({ evaluationId, isGrowing, round }), [evaluationId, isGrowing, round]);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      await readRows(request.evaluationId, controller.signal, (rows, isComplete) =>
        // A partial newer result does not replace the rows on the screen.
        setState((before) =>
          rows.length < before.rows.length && !isComplete ? before : { rows, isComplete, error: null },
        ),
      );
      if (request.isGrowing) timer = setTimeout(() => void read().catch(fail), AGAIN_MS);
    };
    const fail = (error: unknown) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, error: messageOf(error) }));
    };
    read().catch(fail);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [request]);
  return state;
}

async function readRows(
  evaluationId: string,
  signal: AbortSignal,
  onRows: (rows: readonly Row[], isComplete: boolean) => void,
): Promise<void> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly EvaluationScenario[]; readonly cursor: string | null } = await sendForPage(
      'GET /evaluations/{evaluation_id}/evaluation_scenarios',
      { evaluation_id: evaluationId, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
      signal,
    );
    for (const scenario of page.items) rows.push(readRow(scenario, rows.length));
    cursor = page.cursor;
    onRows([...rows], cursor === null);
  } while (cursor !== null);
}
