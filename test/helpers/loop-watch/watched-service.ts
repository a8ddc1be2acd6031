/** Serves in a process whose parent asks for the longest stretch of work on its event loop. */
import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import { createHeavyWork } from '../../../src/service/evaluators/scoring/create-heavy-work.ts';
import { BUILT_SCRIPTS } from '../built-scripts.ts';
import { startService } from '../start-service.ts';

const [file = '', scoreMs = ''] = process.argv.slice(2);
const heavyWork = createHeavyWork(BUILT_SCRIPTS.scoreScript, { timeMs: Number(scoreMs) });
const { baseUrl, keys } = await startService({
  database: { at: file },
  transport: 'socket',
  tools: { ...NO_TOOLS, heavyWork },
});

/** Work is counted in processor time of the loop's thread: other programs of a busy machine do not lengthen it. */
let before = process.threadCpuUsage();
let longest = 0;

function noteTurn(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
  before = now;
}

// Fires in each turn that begins a millisecond or more after the last one, so it adds a millisecond at most.
setInterval(noteTurn, 1);

/** Answers with the longest stretch since the last question, in milliseconds. */
process.on('message', () => {
  noteTurn();
  process.send?.(longest);
  longest = 0;
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl, keys });
