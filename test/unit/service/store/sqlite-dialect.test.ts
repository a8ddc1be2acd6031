import { expect, onTestFinished, test, vi } from 'vitest';
import { retryWhileBusy } from '../../../../src/service/store/sqlite-dialect.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

test('a limit is no plain parameter, for which SQLite would plan each run anew', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const rows = ['a', 'b', 'c'].map((sha256) => ({ sha256, expires_at: '' }));
  await db.insertInto('page_codes').values(rows).execute();
  const query = db.selectFrom('page_codes').select('sha256').orderBy('sha256').limit(2);
  expect(query.compile().sql).toBe('select "sha256" from "page_codes" order by "sha256" limit cast(? as integer)');
  expect(await query.execute()).toEqual([{ sha256: 'a' }, { sha256: 'b' }]);
});

/** Fails with these errors in turn, then succeeds. */
function failing(...errors: unknown[]) {
  let attempts = 0;
  const work = (): string => {
    attempts += 1;
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
  return { work, attempts: () => attempts };
}

const error = (errcode: number) => Object.assign(new Error(`error ${errcode}`), { errcode });

test('work is repeated while another connection writes, in any form of that error', async () => {
  const { work, attempts } = failing(error(5), error(517), error(5));
  expect([await retryWhileBusy(work, 60_000), attempts()]).toEqual(['done', 4]);
});

test.each([error(6), error(0), new Error('other'), { errcode: 5 }, 'text'])('%j is not repeated', async (thrown) => {
  const { work, attempts } = failing(thrown);
  await expect(retryWhileBusy(work, 60_000)).rejects.toBe(thrown);
  expect(attempts()).toBe(1);
});

test('work is not repeated after the time limit, which begins with the first failure', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  onTestFinished(() => clock.mockRestore());
  const last = error(261);
  const { work, attempts } = failing(error(5), error(5), last, error(5));
  clock.mockReturnValueOnce(1000).mockReturnValueOnce(1000).mockReturnValueOnce(1009).mockReturnValueOnce(1010);
  await expect(retryWhileBusy(work, 10)).rejects.toBe(last);
  expect(attempts()).toBe(3);
  const once = failing(error(5), error(5));
  await expect(retryWhileBusy(once.work, 0)).rejects.toThrow('error 5');
  expect(once.attempts()).toBe(1);
});
