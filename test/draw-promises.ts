/**
 * Draws promises of the pages and the help at random, for somebody who tries each of them.
 *
 *     npm run --silent promises -- --seed 2 --count 100
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../src/evaluation/statistics/random.ts';
import { readPromises } from './helpers/promises.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '100' } },
});
const promises = await readPromises();
const random = createRandom(Number(values.seed));
const drawn = promises
  .map((promise) => ({ promise, rank: random.below(2 ** 32) }))
  .toSorted((a, b) => a.rank - b.rank)
  .slice(0, Number(values.count));

process.stdout.write(`# ${drawn.length} of ${promises.length} promises, seed ${values.seed}\n\n`);
for (const [index, { promise }] of drawn.entries())
  process.stdout.write(`${index + 1}. ${promise.place}\n   ${promise.text}\n   verdict:\n\n`);
