import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempProject } from '../helpers/temp-project.ts';

const FLOW = `
import { entrypoint } from 'wfkit';
import * as z from 'zod';
export default entrypoint({ input: z.object({ text: z.string() }) }, ({ input }) => input.text.toUpperCase().repeat(3));
`;
const ROWS = 30;
const CASES = Array.from({ length: ROWS }, (_, row) => `{"text":"a-case-${row}","correct_answer":"a"}`).join('\n');

/** Lists the files in which a text stands, in any folder. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // A log may go while this reads.
  const read = async (file: string) => await readFile(file).catch(() => '');
  const found = await Promise.all(files.map(async (file) => ((await read(file)).includes(text) ? [file] : [])));
  return found.flat();
}

test('what is deleted is in no file of the data folder while it is served, once nobody shares it', async () => {
  await using project = await tempProject({
    'wf.config.json': '{"app":"kept","entry":"flow.ts"}',
    'flow.ts': FLOW,
    'cases.jsonl': CASES,
  });
  await using server = await startWfServe(project.root, ['--data-dir', 'data']);
  const wf = async (...words: string[]) => {
    const run = await runWf([...words, '--base-url', server.url], { cwd: project.root });
    expect([words, run.exitCode, run.stderr]).toEqual([words, 0, expect.anything()]);
    return run.stdout;
  };
  const evaluate = async (...flags: string[]) => {
    const words = ['eval', 'run', '--testset', 'cases', '--evaluators', 'exact_match', '--json=id', ...flags];
    return (JSON.parse(await wf(...words)) as { id: string }[]).map(({ id }) => id);
  };
  const find = async (text: string) => await filesWith(project.path('data'), text);
  await wf('deploy', '--yes');
  await wf('testsets', 'create', 'cases.jsonl');
  const [first = ''] = await evaluate();
  const [second = ''] = await evaluate();
  await wf('eval', 'delete', first, '--yes');
  // The other evaluation took its answers from the first.
  expect(await find('A-CASE-7')).not.toEqual([]);
  await wf('eval', 'delete', second, '--yes');
  await expect.poll(() => find('A-CASE-'), { timeout: 60_000 }).toEqual([]);
  expect(await find('a-case-')).not.toEqual([]);
  await wf('testsets', 'delete', 'cases', '--yes');
  await expect.poll(() => find('a-case-'), { timeout: 60_000 }).toEqual([]);
});
