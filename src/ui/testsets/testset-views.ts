import type { TestsetEntry, TestsetRevision, TestsetRow } from '../../contract/testsets/testset.ts';
import { describeEmpty, type Filtered, labelColumns, labelFields } from '../labels/label-columns.ts';
import { type Block, toRecord, toText, type View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';
import { gatePlanView } from '../evaluations/gate-view.ts';
import type { ColumnGroups, LikeRows, TestsetPower, TestsetReport } from '../../contract/testsets/testset-report.ts';

export function testsetsView(testsets: readonly TestsetEntry[], filtered: Filtered = {}): View {
  const empty = describeEmpty('test set', 'No test sets yet. Store one: wf testsets create FILE', filtered);
  return [toTable({ columns: [...testsetColumns, ...labelColumns(testsets)], rows: testsets, empty })];
}

export function testsetView({ testset, revision, rows }: ShownTestset): View {
  return [
    toRecord([
      { label: 'name', value: testset.name },
      { label: 'id', kind: 'id', value: testset.id },
      { label: 'revision', kind: 'integer', value: revision.revision },
      { label: 'rows', kind: 'integer', value: revision.rows },
      { label: 'stored', kind: 'time', value: revision.created_at },
      { label: 'created', kind: 'time', value: testset.created_at },
      { label: 'updated', kind: 'time', value: testset.updated_at },
      ...labelFields(testset),
    ]),
    toTable({ columns: testsetRowColumns(rows), rows, empty: 'No rows.' }),
  ];
}

interface ShownTestset {
  readonly testset: TestsetEntry;
  readonly revision: Pick<TestsetRevision, 'revision' | 'rows' | 'created_at'>;
  readonly rows: readonly TestsetRow[];
}

const testsetColumns: readonly Column<TestsetEntry>[] = [
  { header: 'name', value: (testset) => testset.name },
  { header: 'id', kind: 'id', value: (testset) => testset.id },
  { header: 'revision', kind: 'integer', value: (testset) => testset.revision, dropOrder: 2 },
  { header: 'rows', kind: 'integer', value: (testset) => testset.rows, dropOrder: 1 },
  { header: 'created', kind: 'time', value: (testset) => testset.created_at, dropOrder: 4 },
  { header: 'updated', kind: 'time', value: (testset) => testset.updated_at, dropOrder: 3 },
];

/** Creates a column for each name in any row, in order of appearance. */
function testsetRowColumns(rows: readonly TestsetRow[]): Column<TestsetRow>[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name, index) => ({ header: name, value: (row) => toCell(row[name]), dropOrder: index }));
}

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
  { header: 'cases needed', kind: 'integer', value: ({ cases }) => cases },
];

export function testsetReportView(report: TestsetReport): View {
  const { testset, rows, cases, near_duplicates_checked: checked, power } = report;
  return [
    toRecord([
      { label: 'test set', value: testset },
      { label: 'rows', kind: 'integer', value: rows },
      ...(cases === rows ? [] : [{ label: 'cases', kind: 'integer' as const, value: cases }]),
      {
        label: 'detects',
        value:
          power.detectable === null
            ? `nothing, if ${points(power.discordant)} of the cases differ`
            : `a change of ${points(power.detectable)} or more, if ${points(power.discordant)} of the cases differ`,
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
      title: `To find a change of the pass rate (80 % power, 95 %) where ${points(power.discordant)} of the cases differ, of one primary metric at the full level`,
      columns: neededColumns,
      rows: power.needed,
    }),
    ...gatePlanView(report.gate ?? null),
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
