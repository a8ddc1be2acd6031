import { v7 as newId } from 'uuid';
import { OUTPUT_ANSWER, OUTPUT_VALUES } from '../../../src/foundation/sizes.ts';
import type { LargeRequest } from './large-requests.ts';
import type { WatchedService } from './watch-service.ts';

type Send = (service: WatchedService) => AsyncIterable<LargeRequest>;

/** Outputs of the largest size, and one of an older version, which nothing limited. */
const OUTPUTS: Readonly<Record<string, () => string>> = {
  'long outputs': () => JSON.stringify('x'.repeat(OUTPUT_ANSWER.most)),
  'outputs of many values': () => `[${'[],'.repeat(OUTPUT_VALUES.most - 2)}[]]`,
  'outputs of many keys': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, i]))),
  'outputs of escapes': () => JSON.stringify('"'.repeat(OUTPUT_ANSWER.most / 2)),
  'deep outputs': () => '['.repeat(3000) + ']'.repeat(3000),
};

/** Reads the largest stored records. */
export const LARGE_RECORDS: Readonly<Record<string, Send>> = {
  ...Object.fromEntries(
    Object.entries(OUTPUTS).map(([what, write]) => [what, (service) => readRows(service, write())] as const),
  ),
  'full pages of a test set': readTestset,
};

const COUNT = 3;

async function* readRows({ world, measure }: WatchedService, value: string): AsyncGenerator<LargeRequest> {
  const testsetId = await world.makeTestset();
  const id = await world.makeEvaluation(testsetId);
  const { db } = world.running.store;
  const [first] = await db.selectFrom('evaluation_scenarios').selectAll().where('evaluation_id', '=', id).execute();
  if (first === undefined) throw new Error('A test set of the world has rows');
  await db.deleteFrom('evaluation_scenarios').where('evaluation_id', '=', id).execute();
  const outputs = `[{"variant_id":"${world.variantId}","result":{"type":"object","value":${value}}}]`;
  for (let position = 0; position < COUNT; position += 1) {
    const scenario = { ...first, id: newId(), position };
    await db.insertInto('evaluation_scenarios').values(scenario).execute();
    const outcome = { scenario_id: scenario.id, evaluation_id: id, outputs, results: '[]', ...UNJUDGED };
    await db.insertInto('evaluation_outcomes').values(outcome).execute();
  }
  const path = `/evaluations/${id}/evaluation_scenarios`;
  yield toRequest('a page', await measure('GET', `${path}?limit=${COUNT}`, null));
  yield toRequest('the whole list', await measure('GET', path, null));
}

const UNJUDGED = { cost: 0, latency: 0, is_called: 1, is_error: 0, judge_calls: 0, judge_cost: 0, cell_hash: null };

async function* readTestset({ world, measure }: WatchedService): AsyncGenerator<LargeRequest> {
  const csvdata = Array.from({ length: 9 }, () => ({ text: 'x'.repeat(1024 * 1024) }));
  const { id } = await world.call('createTestset', { body: { name: world.nextName(), csvdata } });
  yield toRequest('the test set', await measure('GET', `/testsets/${id}`, null));
  yield toRequest('a page of its rows', await measure('GET', `/testsets/${id}/rows?limit=1000`, null));
  yield toRequest('all its rows', await measure('GET', `/testsets/${id}/rows`, null));
}

function toRequest(what: string, { status, ms }: { readonly status: number; readonly ms: number }): LargeRequest {
  return { what, status, isExpected: status === 200, ms };
}
