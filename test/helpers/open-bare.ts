import { onTestFinished } from 'vitest';
import type { Store } from '../../src/service/store/open-store.ts';
import { openTestStore } from './start-service.ts';

/** Opens a SQLite database with the newest schema and no rows, which is gone after the test. */
export async function openBare(): Promise<Store> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  return stack.use(await openTestStore('sqlite', stack));
}
