import { toRecord, toText, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** An explained error code; mirrors the use case's type, which `ui` may not import. */
interface ExplainedError {
  readonly code: string;
  readonly exit_code: number;
  readonly summary: string;
  readonly why: string;
  readonly remedies: readonly string[];
}

const columns: readonly Column<ExplainedError>[] = [
  { header: 'code', kind: 'mark', value: ({ code }) => code },
  { header: 'exit', value: ({ exit_code }) => exit_code, kind: 'integer', dropOrder: 1 },
  { header: 'meaning', kind: 'prose', value: ({ summary }) => summary },
];

export function errorsView(errors: readonly ExplainedError[]): View {
  return [toTable({ columns, rows: errors, empty: 'There are no error codes.' })];
}

export function errorView({ code, exit_code, summary, why, remedies }: ExplainedError): View {
  return [
    toRecord([
      { label: 'code', value: code },
      { label: 'exit', value: exit_code, kind: 'integer' },
    ]),
    toText(summary, why),
    toText(...remedies.map((remedy) => `Try: ${remedy}`)),
  ];
}
