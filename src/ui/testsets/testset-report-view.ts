import type { ColumnGroups, LikeRows, TestsetPower, TestsetReport } from '../../contract/testsets/testset-report.ts';
import { toRecord, toText, type Block, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

type CountedColumn = TestsetReport['columns'][number];

const columnColumns: readonly Column<CountedColumn>[] = [
  { header: 'column', value: ({ column }) => column },
  { header: 'missing', kind: 'integer', value: ({ missing }) => missing },
  { header: 'empty', kind: 'integer', value: ({ empty }) => empty },
];

const groupColumns: readonly Column<ColumnGroups['groups'][number]>[] = [
  { header: 'value', value: ({ value }) => value },
  { header: 'rows', kind: 'integer', value: ({ count }) => count },
  { header: '%', kind: 'score', value: ({ share }) => Number((share * 100).toFixed(1)) },
];

const likeColumns: readonly Column<LikeRows>[] = [
  { header: 'rows', value: ({ rows, more }) => `${rows.join(', ')}${more > 0 ? ` and ${more} more` : ''}` },
  { header: 'text', value: ({ example }) => example },
];

const neededColumns: readonly Column<TestsetPower['needed'][number]>[] = [
  { header: 'difference', value: ({ difference }) => points(difference) },
  { header: 'rows needed', kind: 'integer', value: ({ rows }) => rows },
];

export function testsetReportView(report: TestsetReport): View {
  const { testset, rows, near_duplicates_checked: checked, power } = report;
  return [
    toRecord([
      { label: 'test set', value: testset },
      { label: 'rows', kind: 'integer', value: rows },
      {
        label: 'detects',
        value: power.detectable === null ? 'nothing' : `a change of ${points(power.detectable)} or more`,
      },
    ]),
    toTable({ columns: columnColumns, rows: report.columns }),
    ...report.groups.map(({ column, groups }) =>
      toTable({ title: `By ${column}`, columns: groupColumns, rows: groups }),
    ),
    ...alike('Duplicates', report.duplicates),
    ...alike('Same question, different answers', report.contradictions),
    ...alike(`Near duplicates${checked < rows ? `, among the first ${checked} rows` : ''}`, report.near_duplicates),
    toTable({
      title: `To find a change of the pass rate (80 % power, 95 %) where ${points(power.discordant)} of the rows differ, next to cost and latency`,
      columns: neededColumns,
      rows: power.needed,
    }),
    toText(
      ...report.problems.map((problem) => `✗ ${problem}`),
      ...report.warnings.map((warning) => `! ${warning}`),
      ...(report.problems.length + report.warnings.length === 0 ? ['✓ No problems found.'] : []),
    ),
  ];
}

function alike(title: string, rows: readonly LikeRows[]): Block[] {
  return rows.length === 0 ? [] : [toTable({ title, columns: likeColumns, rows })];
}

function points(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
