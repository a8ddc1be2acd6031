import { deploy } from './deploy.ts';
import { startProgramService } from './program-service.ts';

/** Deploys and stops halfway: everything is written, nothing is committed. Arguments: database file, app id, hash. */
const [file = '', appId = '', sha256 = ''] = process.argv.slice(2);
const forever = new Promise<never>(() => {});
const service = await startProgramService(file, (store) => ({
  ...store,
  transaction: (work) =>
    store.transaction(async (db) => {
      await work(db);
      process.send?.('written');
      return await forever;
    }),
}));
// A pending promise does not keep a process alive.
setInterval(() => {}, 1000);
await deploy(service, appId, sha256, 'half-way');
