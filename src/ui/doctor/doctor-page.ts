import { drawn, toRecord, written, type Field, type Page } from '../layout/page.ts';
import type { Meaning } from '../layout/text/status.ts';
import { toTable, type Column } from '../layout/table-model.ts';

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

/** What was found: a table for programs; for a person each check with its sentences whole, and its repair below. */
export function doctorPage(findings: readonly Finding[]): Page {
  return [
    ...written(toTable({ columns, rows: findings, empty: 'Nothing was looked at.' })),
    ...drawn(toRecord(findings.flatMap(fieldsOf))),
  ];
}

const MEANINGS: Readonly<Record<Finding['status'], Meaning>> = {
  ok: 'good',
  warning: 'caution',
  failed: 'bad',
  skipped: 'neutral',
};

function fieldsOf({ check, status, message, repair }: Finding): Field[] {
  const found: Field = { label: `${SIGNS[status].slice(0, 1)} ${check}`, meaning: MEANINGS[status], value: message };
  return repair === null ? [found] : [found, { label: '', value: `→ ${repair}` }];
}
