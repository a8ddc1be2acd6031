import { readdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bareEnv, runWf } from '../../../helpers/run-wf.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const LOADER = new URL('../../../../src/cli/start/load-runner.ts', import.meta.url).href;

test.each([
  [{ kind: 'command', id: 'env vars set', argv: [] }, 'wf-1.2.3-env-vars-set.v8'],
  [{ kind: 'topic', id: 'env', rest: [] }, 'wf-1.2.3-.v8'],
])(
  'the commands next to the program are loaded for %j, and their code is cached under its name',
  async (found, name) => {
    await using folder = await tempFolder();
    await writeFile(
      folder.path('commands.js'),
      "(function (module) { module.exports = { commands: 'the table', runFound: () => 'ran' }; })",
    );
    await writeFile(
      folder.path('program.mjs'),
      `const { loadRunner } = await import(${JSON.stringify(LOADER)});
     const base = ${JSON.stringify(pathToFileURL(folder.path('cli.js')).href)};
     const { commands, runFound, cacheCode } = loadRunner(${JSON.stringify(found)}, '1.2.3', base);
     process.stdout.write(commands + ' ' + runFound());
     cacheCode();`,
    );
    const env = { ...bareEnv(folder.root), XDG_CACHE_HOME: folder.path('cache') };
    expect(await runWf([], { program: folder.path('program.mjs'), cwd: folder.root, env })).toEqual({
      stdout: 'the table ran',
      stderr: '',
      exitCode: 0,
    });
    const cached = await readdir(folder.path('cache'), { recursive: true });
    expect(cached.filter((file) => file.endsWith('.v8')).map((file) => basename(file))).toEqual([name]);
  },
);
