import { useCallback, useEffect, useMemo, useState } from 'react';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { sendForPage } from '../../service/request.ts';
import { useAnswersAgain } from '../../service/use-answers-again.ts';
import { messageOf } from '../../service/use-loaded.ts';

export interface TestsetRows {
  readonly rows: readonly TestsetRow[];
  readonly isComplete: boolean;
  readonly error: string | null;
}

const PAGE_SIZE = 1000;
const NONE: TestsetRows = { rows: [], isComplete: false, error: null };

/** Fetches the rows of a test set page by page, so that the first can be seen and run at once. */
export function useTestsetRows(testsetId: string): TestsetRows {
  const [state, setState] = useState({ testsetId, ...NONE });
  const [round, setRound] = useState(0);
  const repeat = useCallback(() => setRound((before) => before + 1), []);
  useAnswersAgain(state.error !== null, repeat);
  const request = useMemo(() => ({ testsetId, round }), [testsetId, round]);
  useEffect(() => {
    const controller = new AbortController();
    const report = (part: Partial<TestsetRows>) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, testsetId: request.testsetId, ...part }));
    };
    report(NONE);
    readRows(request.testsetId, controller.signal, (rows, isComplete) => report({ rows, isComplete })).catch(
      (error: unknown) => report({ error: messageOf(error) }),
    );
    return () => controller.abort();
  }, [request]);
  return state.testsetId === testsetId ? state : NONE;
}

async function readRows(
  testsetId: string,
  signal: AbortSignal,
  onRows: (rows: readonly TestsetRow[], isComplete: boolean) => void,
): Promise<void> {
  const rows: TestsetRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly TestsetRow[]; readonly cursor: string | null } = await sendForPage(
      'GET /testsets/{testset_id}/rows',
      { testset_id: testsetId, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
      signal,
    );
    rows.push(...page.items);
    cursor = page.cursor;
    onRows([...rows], cursor === null);
  } while (cursor !== null);
}
