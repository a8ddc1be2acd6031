import { drawn, type Field, toRecord, toText, type View, written } from '../layout/view.ts';
import type { Meaning } from '../layout/text/status.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import type { Finding } from '../../contract/develop/finding.ts';
import type { ExplainedError } from '../../foundation/errors/error-explanations.ts';

const SIGNS = { ok: '✓ ok', warning: '! warning', failed: '✗ failed', skipped: '· skipped' } as const;

const columns: readonly Column<Finding>[] = [
  { header: 'check', value: ({ check }) => check },
  { header: 'status', value: ({ status }) => SIGNS[status] },
  { header: 'finding', value: ({ message }) => message },
  { header: 'repair', value: ({ repair }) => repair },
];

/** Shows the findings: a table for programs; on a terminal, each check with its message and repair. */
export function doctorView(findings: readonly Finding[]): View {
  return [
    ...written(toTable({ columns, rows: findings, empty: 'Nothing was checked.' })),
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

const errorColumns: readonly Column<ExplainedError>[] = [
  { header: 'code', kind: 'mark', value: ({ code }) => code },
  { header: 'exit', value: ({ exit_code }) => exit_code, kind: 'integer', dropOrder: 1 },
  { header: 'meaning', kind: 'prose', value: ({ summary }) => summary },
];

export function errorsView(errors: readonly ExplainedError[]): View {
  return [toTable({ columns: errorColumns, rows: errors, empty: 'There are no error codes.' })];
}

export function errorView({ code, exit_code, status, summary, why, remedies }: ExplainedError): View {
  return [
    toRecord([
      { label: 'code', value: code },
      { label: 'exit', value: exit_code, kind: 'integer' },
      ...(status === null ? [] : [{ label: 'status', value: status, kind: 'integer' } as const]),
    ]),
    toText(summary, why),
    toText(...remedies.map((remedy) => `Try: ${remedy}`)),
  ];
}
