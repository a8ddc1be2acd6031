import type { Page } from '../page.ts';
import { toTable, type Column } from '../table-model.ts';

/** A finding of `wf doctor`; the use case's shape, which this room does not see. */
interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly message: string;
  readonly repair: string | null;
}

const SIGNS = { ok: '✓ ok', warning: '! warning', failed: '✗ failed', skipped: '· skipped' } as const;

const columns: readonly Column<Finding>[] = [
  { header: 'check', value: ({ check }) => check },
  { header: 'status', value: ({ status }) => SIGNS[status] },
  { header: 'finding', value: ({ message }) => message },
  { header: 'repair', value: ({ repair }) => repair },
];

export function doctorPage(findings: readonly Finding[]): Page {
  return [toTable({ columns, rows: findings, empty: 'Nothing was looked at.' })];
}
