import { symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { startCloudflareTarget } from '../helpers/targets/cloudflare-target.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const WORKFLOW = [
  "import { entrypoint } from 'wfkit';",
  "import hbs from './a.hbs';",
  "import prompt from './b.prompt';",
  "import ejs from './c.ejs';",
  "import liquid from './d.liquid';",
  "import own from './e.stencil';",
  'export default entrypoint({}, async () => [hbs, prompt, ejs, liquid, own].join());',
].join('\n');

async function project() {
  const home = await tempProject({
    'wf.config.ts': "import { defineConfig } from 'wfkit';\nexport default defineConfig({\n  app: 'loaded',\n});\n",
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'nodenext', noEmit: true, skipLibCheck: true, types: [] },
      include: ['src'],
    }),
    'src/workflow.ts': WORKFLOW,
    ...Object.fromEntries(['a.hbs', 'b.prompt', 'c.ejs', 'd.liquid', 'e.stencil'].map((name) => [`src/${name}`, name])),
  });
  await linkPackages(home.root, ['typescript', 'zod', 'workerd']);
  await symlink(resolve('.'), home.path('node_modules/wfkit'), 'junction');
  return { ...home, wf: (...args: string[]) => runWf([...args, '--json'], { cwd: home.root }) };
}

test('what the error about an unknown extension shows makes the project build, with correct types, on each platform', async () => {
  await using home = await project();
  const refused = await home.wf('build');
  const { message, next_steps: steps } = JSON.parse(refused.stdout || refused.stderr).error;
  expect(message).toMatch(
    /^src\/workflow\.ts:6:17: No loader is configured for "\.stencil" files: src\/e\.stencil\.\n/,
  );
  const [setting = '', declaration = ''] = steps.map((step: string) => step.slice(step.indexOf(': ') + 2));
  const config = `import { defineConfig } from 'wfkit';\nexport default defineConfig({\n  app: 'loaded',\n  ${setting},\n});\n`;
  await writeFile(home.path('wf.config.ts'), config);
  await writeFile(home.path('src/files.d.ts'), `${declaration}\n`);

  expect(await home.wf('build', '--check')).toMatchObject({ exitCode: 0, stderr: '' });
  const data = 'a.hbs,b.prompt,c.ejs,d.liquid,e.stencil';
  expect(JSON.parse((await home.wf('run', '/')).stdout)).toMatchObject({ data });
  expect(await home.wf('build', '--target', 'cloudflare', '--no-check')).toMatchObject({ exitCode: 0, stderr: '' });
  await using worker = await startCloudflareTarget({ dir: home.path('.wf/build/cloudflare'), variables: {} });
  const headers = { 'content-type': 'application/json' };
  const answer = await worker.ask('/run', { method: 'POST', body: '{}', headers });
  expect(await answer.json()).toMatchObject({ data });
});

test.each(['.ts', 'stencil', '.json'])('%s is not an extension that a project gives a loader', async (extension) => {
  await using home = await project();
  await writeFile(home.path('wf.config.ts'), `export default { app: 'x', loaders: { '${extension}': 'text' } };\n`);
  const { stdout, stderr, exitCode } = await home.wf('build');
  expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining('Write an extension with its dot')]);
});
