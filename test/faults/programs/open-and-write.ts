import { isWfError } from '../../../src/foundation/errors/wf-error.ts';
import { startProgramService } from './program-service.ts';

/** Opens a database, writes to it and reports the outcome. Argument: database file. */
const [file = ''] = process.argv.slice(2);
try {
  const { send, close } = await startProgramService(file);
  const answer = await send('POST', '/apps', { app_name: `app-${process.pid}` });
  process.send?.({ status: answer.status, body: await answer.json() });
  await close();
} catch (error) {
  process.send?.(isWfError(error) ? { code: error.code, message: error.message } : { bug: String(error) });
}
process.disconnect();
