import { countOf } from '../../foundation/numbers.ts';
import { drawn, toText, type View, written } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { formatShort, toCell, type Value } from '../layout/text/format-value.ts';
import type { Trial, TrialAnswer, TrialConfiguration, TrialRow } from '../../contract/develop/trial.ts';

/** Shows what each configuration answered: a terminal gets only the rows whose answers differ. */
export function trialView({ configurations, rows }: Pick<Trial, 'configurations' | 'rows'>): View {
  const names = Object.keys(configurations[0]?.scores ?? {});
  const columns = rowColumns(rows, configurations.length, names);
  const numbered = configurations.map((configuration, index) => ({ ...configuration, number: index + 1 }));
  const summary = toTable({ columns: summaryColumns(names, numbered), rows: numbered });
  if (configurations.length === 1) return [summary, toTable({ columns, rows, empty: 'No rows.' })];
  const differing = rows.filter(({ is_same: isSame }) => isSame !== true);
  const same = rows.length - differing.length;
  return [
    summary,
    ...drawn(
      ...(differing.length === 0 ? [] : [toTable({ columns, rows: differing })]),
      ...(same === 0
        ? []
        : [toText(`${countOf(same, 'row')} of ${rows.length} ${same === 1 ? 'has' : 'have'} the same answer.`)]),
    ),
    ...written(toTable({ columns, rows, empty: 'No rows.' })),
  ];
}

type Numbered = TrialConfiguration & { readonly number: number };

function summaryColumns(names: readonly string[], rows: readonly Numbered[]): readonly Column<Numbered>[] {
  return [
    { header: 'no.', kind: 'integer', value: ({ number }) => number },
    { header: 'configuration', value: ({ config }) => describeConfig(config), dropOrder: 1 },
    { header: 'answered', kind: 'integer', value: ({ answered }) => answered },
    { header: 'failed', kind: 'integer', value: ({ failed }) => failed },
    ...names.map((name): Column<Numbered> => ({ header: name, kind: 'score', value: ({ scores }) => scores[name] })),
    { header: 'cost', kind: 'cost', value: costOf, dropOrder: 2 },
    ...(rows.some(({ failed_cost: cost }) => cost !== null && cost > 0)
      ? [{ header: 'of which failed', kind: 'cost' as const, value: (row: Numbered) => row.failed_cost, dropOrder: 3 }]
      : []),
    { header: 'latency', kind: 'seconds', value: ({ latency }) => latency, dropOrder: 2 },
  ];
}

/** Where the cost of some calls is unknown, the sum is a lower bound. */
function costOf({ cost, unpriced }: TrialConfiguration): Value {
  return cost === null || unpriced === 0 ? cost : `at least ${formatShort('cost', cost)}`;
}

function describeConfig(config: TrialConfiguration['config']): string {
  const values = Object.entries(config).map(([name, value]) => `${name}=${toCell(value)}`);
  return values.length === 0 ? 'as it is' : values.join(', ');
}

/** One input or expected answer has a column; of several, cells are JSON. */
function rowColumns(rows: readonly TrialRow[], count: number, names: readonly string[]): readonly Column<TrialRow>[] {
  const places = Array.from({ length: count }, (_, index) => index);
  const numberOf = (place: number): string => (count === 1 ? '' : ` ${place + 1}`);
  return [
    { header: 'row', kind: 'integer', value: ({ row }) => row },
    ...cellColumn('input', rows, ({ inputs }) => inputs, 4),
    ...cellColumn('expected', rows, ({ expected }) => expected, 3),
    ...places.map((place): Column<TrialRow> => ({
      header: `answer${numberOf(place)}`,
      value: ({ answers }) => textOf(answers[place]),
    })),
    ...places.flatMap((place) => modelAnswerColumn(`model answer${numberOf(place)}`, place, rows)),
    ...names.flatMap((name) =>
      places.map((place): Column<TrialRow> => ({
        header: `${name}${numberOf(place)}`,
        value: ({ answers }) => scoreOf(answers[place], name),
        dropOrder: 1,
      })),
    ),
    ...places.map((place): Column<TrialRow> => ({
      header: `latency${numberOf(place)}`,
      kind: 'seconds',
      value: ({ answers }) => answers[place]?.latency,
      dropOrder: 5,
    })),
  ];
}

function cellColumn(
  header: string,
  rows: readonly TrialRow[],
  cellsOf: (row: TrialRow) => Readonly<Record<string, unknown>>,
  dropOrder: number,
): Column<TrialRow>[] {
  const names = new Set(rows.flatMap((row) => Object.keys(cellsOf(row))));
  const [only] = names;
  if (only === undefined) return [];
  return [{ header, dropOrder, value: (row) => toCell(names.size === 1 ? cellsOf(row)[only] : cellsOf(row)) }];
}

/** What the model had answered where a call failed, for instance because that is not JSON. */
function modelAnswerColumn(header: string, place: number, rows: readonly TrialRow[]): Column<TrialRow>[] {
  const value = ({ answers }: TrialRow) => answers[place]?.error?.model_answer;
  return rows.some((row) => value(row) !== undefined) ? [{ header, value, dropOrder: 6 }] : [];
}

function textOf(answer: TrialAnswer | undefined): Value {
  if (answer === undefined) return null;
  return answer.error === null || answer.data != null ? toCell(answer.data) : `failed: ${answer.error.message}`;
}

function scoreOf(answer: TrialAnswer | undefined, name: string): string | number | null {
  const score = answer?.scores[name] ?? null;
  return typeof score === 'boolean' ? (score ? 'pass' : 'fail') : score;
}

/** How many rows of a trial have their answers. */
interface RowsDone {
  readonly done: number;
  readonly rows: number;
}

/** A long trial shows as many steps as this. */
const STEPS = 10;

/** Creates a function that describes the progress of a trial: one line per tenth of the rows; `null`: no line. */
export function describeTrialEvent(): (event: RowsDone) => string | null {
  let shown = -1;
  return ({ done, rows }) => {
    const step = Math.floor((done / rows) * STEPS);
    if (step === shown) return null;
    shown = step;
    return `${done} of ${countOf(rows, 'row')}`;
  };
}
