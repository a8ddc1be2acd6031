import { startProgramService } from './program-service.ts';

/**
 * Makes one change and stops at a step: `written`, before the commit, or `committed`, before the answer. Arguments: database
 * file or URL, step, method, path, body.
 */
const [at = '', step = '', method = '', path = '', body = 'null'] = process.argv.slice(2);
const hang = async (): Promise<never> => {
  process.send?.(step);
  return await new Promise<never>(() => {});
};
const service = await startProgramService(at, (store) => ({
  ...store,
  transaction: async (work) => {
    const result = await store.transaction(async (db) => {
      const done = await work(db);
      if (step === 'written') await hang();
      return done;
    });
    if (step === 'committed') await hang();
    return result;
  },
}));
// A pending promise does not keep a process alive.
setInterval(() => {}, 1000);
const answer = await service.send(method, path, JSON.parse(body));
process.send?.(`answered ${answer.status}: ${await answer.text()}`);
