import {
  REPORT_ID,
  ROWS_CLASS,
  type EvaluationReport,
  type ReportRow,
} from '../../../contract/evaluations/evaluation-report.ts';

/** Reads the report that this file embeds above the rows. */
export function readReport(): EvaluationReport {
  // `wf eval export` wrote it there.
  return JSON.parse(document.getElementById(REPORT_ID)?.textContent ?? 'null') as EvaluationReport;
}

/** Blocks read at a time, so that the page stays usable while it reads a large file. */
const BLOCK_CONCURRENCY = 10;

/** Reads the rows of this file in blocks. @returns the function that stops it */
export function readRows(onRows: (rows: readonly ReportRow[], isComplete: boolean) => void): () => void {
  const blocks = [...document.getElementsByClassName(ROWS_CLASS)];
  const rows: ReportRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    // As above.
    for (const block of blocks.splice(0, BLOCK_CONCURRENCY))
      rows.push(...(JSON.parse(block.textContent) as ReportRow[]));
    onRows([...rows], blocks.length === 0);
    if (blocks.length > 0) timer = setTimeout(read);
  };
  read();
  return () => clearTimeout(timer);
}
