import { writeFile } from 'node:fs/promises';
import { tempFolder } from '../temp-folder.ts';
import { addVariant, type PublicServiceOptions, startPublicService } from './public-service.ts';
import { revise } from './public-state.ts';
import { runAgainst } from './run-against.ts';

/** Starts the public-like service with the variant `app.n`, whose three revisions are `{a}`, `{a, b}` and `{a, b, c}`. */
export async function startPublicWorld(options: PublicServiceOptions = {}) {
  const service = await startPublicService(options);
  const { state, appId, url } = service;
  const variant = addVariant(state, { appId, configName: 'n', parameters: { a: 1 } });
  revise(variant, { a: 1, b: 2 });
  revise(variant, { a: 1, b: 2, c: 3 });
  const folder = await tempFolder();
  await writeFile(folder.path('gate.json'), '{"rules": [{"metric": "exact_match", "minimum": 0.8}]}');
  await writeFile(folder.path('cases.csv'), 'question,correct_answer\na,b\nc,d\n');
  const wf = runAgainst(url, { cwd: folder.root });
  const writes = () => service.asked.filter((one) => !/^(GET|HEAD) /.test(one));
  const dispose = async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { service, state, variant, wf, writes, folder, [Symbol.asyncDispose]: dispose };
}
