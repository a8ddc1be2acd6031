/** Serves in a process whose parent asks how long its event loop was held up. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { NO_TOOLS } from '../../src/evaluation/judges/evaluator-tools.ts';
import { createHeavyWork } from '../../src/service/evaluators/scoring/create-heavy-work.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { startService } from '../helpers/start-service.ts';

const [file = ''] = process.argv.slice(2);
const heavyWork = createHeavyWork(packagePaths().scoreScript);
const { baseUrl, keys } = await startService({
  database: { at: file },
  transport: 'socket',
  tools: { ...NO_TOOLS, heavyWork },
});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
/** Answers with the longest stretch since the last question, in milliseconds. */
process.on('message', () => {
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl, keys });
