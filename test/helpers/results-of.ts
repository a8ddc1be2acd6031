import type { TestEvaluations } from './start-evaluations.ts';

/** An evaluation's results without ids and times. */
export async function resultsOf(world: Pick<TestEvaluations, 'read' | 'readRows'>, id: string) {
  const { status, aggregated_results, total_cost } = await world.read(id);
  const rows = await world.readRows(id);
  return {
    status,
    scores: aggregated_results.map(({ result }) => result),
    // Sums of the same figures in another order differ in the last digit.
    cost: Number(total_cost?.value).toFixed(9),
    rows: rows.map(({ row, outputs, results }) => ({ row, outputs, results: results.map(({ result }) => result) })),
  };
}
