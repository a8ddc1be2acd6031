import { symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** The package of zod 4 has zod 3 as `zod/v3`, and zod 4 also as `zod/v4`. */
const workflow = (zod: string, schemas: string): string => `
import { configSchema, route } from 'wfkit';
import * as z from '${zod}';

export const run = route('/run', { ${schemas} }, async () => 'x');
`;
const CONFIG = "config: configSchema({ word: z.string().default('x') })";

const REFUSED = [
  ['Configuration field "word"', CONFIG],
  ['Route /run, configuration', 'config: z.object({})'],
  ['Route /run, input', 'input: z.object({})'],
  ['Route /run, output', 'output: z.string()'],
] as const;

test('a schema of zod 3 is named wherever it stands, and what is advised builds', async () => {
  await using project = await tempProject();
  await linkPackages(project.root, ['zod']);
  // As `npm install zod4@npm:zod@4` does.
  await symlink(project.path('node_modules/zod'), project.path('node_modules/zod4'), 'junction');
  const build = async (zod: string, schemas: string) => {
    await writeFile(project.path('workflow.ts'), workflow(zod, schemas));
    await writeFile(project.path('.wfrc.json'), '{"app":"old","entry":"workflow.ts"}');
    return await runWf(['build'], { cwd: project.root });
  };

  for (const [where, schemas] of REFUSED) {
    const { exitCode, stderr } = await build('zod/v3', schemas);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining(`${where} is a schema of zod 3, and wf takes those of zod 4.`),
    });
    expect(stderr).toContain("Try: import * as z from 'zod/v4'");
    expect(stderr).toContain('Try: npm install zod4@npm:zod@4');
  }
  for (const zod of ['zod/v4', 'zod4']) {
    expect(await build(zod, `${CONFIG}, input: z.object({}), output: z.string()`)).toMatchObject({ exitCode: 0 });
  }
});
