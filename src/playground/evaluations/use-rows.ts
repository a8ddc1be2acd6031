import { useEffect, useState } from 'react';
import type { EvaluationScenario } from '../../contract/records/evaluation.ts';
import { sendForPage } from '../service/request.ts';
import { wordsOf } from '../service/use-loaded.ts';
import { resultText } from './result-words.ts';

/** A row, as little of it as the list shows: a hundred thousand of them are held. */
export interface Row {
  readonly id: string;
  readonly inputs: string;
  readonly expected: string;
  readonly output: string;
  readonly isFailed: boolean;
  readonly cost: number | null;
  readonly latency: number | null;
  /** Verdicts, by the id of the evaluator's configuration. */
  readonly verdicts: Readonly<Record<string, string>>;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
  readonly error: string | null;
}

const PAGE_SIZE = 1000;
const AGAIN_MS = 2000;

/**
 * Fetches the rows of an evaluation, page after page, so that the list's length is soon the true one.
 *
 * @param isGrowing - whether rows still get their verdicts: they are read again until they have
 */
export function useRows(evaluationId: string, isGrowing: boolean): Rows {
  const [state, setState] = useState<Rows>({ rows: [], isComplete: false, error: null });
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      await readRows(evaluationId, controller.signal, (rows, isComplete) =>
        // While an earlier reading is on the screen, a part of a newer one does not take its place.
        setState((before) =>
          rows.length < before.rows.length && !isComplete ? before : { rows, isComplete, error: null },
        ),
      );
      if (isGrowing) timer = setTimeout(() => void read().catch(fail), AGAIN_MS);
    };
    const fail = (error: unknown) => {
      if (!controller.signal.aborted) setState((before) => ({ ...before, error: wordsOf(error) }));
    };
    read().catch(fail);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [evaluationId, isGrowing]);
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
    for (const scenario of page.items) rows.push(toRow(scenario));
    cursor = page.cursor;
    onRows([...rows], cursor === null);
  } while (cursor !== null);
}

function toRow({ id, inputs, outputs, correct_answers, results }: EvaluationScenario): Row {
  const output = outputs[0];
  return {
    id,
    inputs: inputs.map(({ name, value }) => `${name}: ${toText(value)}`).join(', '),
    expected: correct_answers.map(({ value }) => toText(value)).join(', '),
    output: output === undefined ? '' : resultText(output.result),
    isFailed: output?.result.type === 'error',
    cost: output?.cost ?? null,
    latency: output?.latency ?? null,
    verdicts: Object.fromEntries(results.map(({ evaluator_config, result }) => [evaluator_config, resultText(result)])),
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
