import { isWfError } from '../../../src/foundation/errors/wf-error.ts';
import { openStore } from '../../../src/service/store/open-store.ts';

/** Opens a PostgreSQL database and reports the outcome. Argument: its address. */
const [url = ''] = process.argv.slice(2);
try {
  const store = await openStore({ url });
  process.send?.('opened');
  await store.close();
} catch (error) {
  process.send?.(isWfError(error) ? error.message : String(error));
}
process.disconnect();
