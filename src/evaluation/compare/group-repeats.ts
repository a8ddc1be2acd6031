import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { sumOf } from '../../foundation/numbers.ts';
import type { Metric } from './metrics.ts';

/** All repetitions of a test set row. */
export type RepeatedRow = readonly [EvaluationScenario, ...EvaluationScenario[]];

/**
 * Groups the repetitions of each row, which are adjacent.
 *
 * @yields the groups, in order
 */
export async function* groupRepeats(rows: AsyncIterable<EvaluationScenario>): AsyncGenerator<RepeatedRow> {
  const grouper = createGrouper();
  for await (const row of rows) {
    const whole = grouper.add(row);
    if (whole !== null) yield whole;
  }
  const last = grouper.end();
  if (last !== null) yield last;
}

/** Groups repetitions as they arrive. */
export function createGrouper() {
  let group: [EvaluationScenario, ...EvaluationScenario[]] | null = null;
  return {
    /** @returns the previous group, when this row starts another */
    add(row: EvaluationScenario): RepeatedRow | null {
      if (group !== null && isRepeat(row) && row.row === group[0].row) {
        group.push(row);
        return null;
      }
      const whole = group;
      group = [row];
      return whole;
    },
    /** @returns the last group */
    end: (): RepeatedRow | null => group,
  };
}

function isRepeat({ row, repeat }: EvaluationScenario): boolean {
  return row != null && repeat != null && repeat > 1;
}

export interface RepeatedValue {
  /** The value all repetitions agree on, else their mean; `null` where none has a value. */
  readonly value: number | boolean | null;
  readonly isFlaky: boolean;
  /** All repetitions passed or failed, so that the value is a share of them. */
  readonly isShare: boolean;
}

/** Reads a metric of a row. Repetitions count as one case: as separate cases they would make every interval too narrow. */
export function readRepeated({ read, source }: Metric, [first, ...others]: RepeatedRow): RepeatedValue {
  const value = read(first);
  if (others.length === 0) return { value, isFlaky: false, isShare: typeof value === 'boolean' };
  const values = [value, ...others.map(read)].filter((each) => each !== null);
  const isFlaky = source === 'evaluator' && values.some((each) => each !== values[0]);
  const isShare = values.every((each) => typeof each === 'boolean');
  if (values.length === 0) return { value: null, isFlaky, isShare };
  if (!isFlaky && typeof values[0] === 'boolean') return { value: values[0], isFlaky, isShare };
  return { value: sumOf(values, (each) => Number(each)) / values.length, isFlaky, isShare };
}
