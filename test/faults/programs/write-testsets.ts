import { startProgramService } from './program-service.ts';

/** Stores test sets one after another and reports how many succeeded. Arguments: database file, count. */
const [file = '', count = '0'] = process.argv.slice(2);
const { send, close } = await startProgramService(file);
let stored = 0;
for (let index = 0; index < Number(count); index += 1) {
  const body = { name: `${process.pid}-${index}`, csvdata: [{ index }, { index }] };
  if ((await send('POST', '/testsets', body)).status === 200) stored += 1;
}
await close();
process.send?.(stored);
