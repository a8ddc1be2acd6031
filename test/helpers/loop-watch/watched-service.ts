/** Serves in a process whose parent asks for the longest stretch of work on its event loop. */
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import { createHeavyWork } from '../../../src/service/evaluators/scoring/create-heavy-work.ts';
import { packagePaths } from '../../../src/use-cases/package-paths.ts';
import { startService } from '../start-service.ts';

const [file = ''] = process.argv.slice(2);
const heavyWork = createHeavyWork(packagePaths().scoreScript);
const { baseUrl, keys } = await startService({
  database: { at: file },
  transport: 'socket',
  tools: { ...NO_TOOLS, heavyWork },
});

/** Work is counted in processor time of the loop's thread: other programs of a busy machine do not lengthen it. */
let before = process.threadCpuUsage();
let longest = 0;

function takeTurn(): void {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / 1000);
  setImmediate(takeTurn);
}

takeTurn();

/** Answers with the longest stretch since the last question, in milliseconds. */
process.on('message', () => {
  takeStretch();
  process.send?.(longest);
  longest = 0;
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl, keys });

function takeStretch(): void {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest, (user + system) / 1000);
}
