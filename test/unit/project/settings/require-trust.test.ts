import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findProject } from '../../../../src/project/find-project.ts';
import { thisMachine } from '../../../../src/project/machine.ts';
import { trustFolder } from '../../../../src/project/settings/change-trust.ts';
import { requireTrust } from '../../../../src/project/settings/require-trust.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const RUNS = "process.getBuiltinModule('fs').writeFileSync(new URL('ran', import.meta.url), '');";
const RUNS_COMMON = "require('fs').writeFileSync(__dirname + '/ran', '');\nmodule.exports = { app: 'x' };";

test('the error has the command that trusts the folder, quoted', async () => {
  const machine = thisMachine({ HOME: '/home/nobody' });
  expect(() => requireTrust('/srv/my flow/wf.config.ts', 3, machine)).toThrow(
    expect.objectContaining({
      code: 'WF_NOT_TRUSTED',
      exitCode: 2,
      message:
        '/srv/my flow/wf.config.ts contains code (line 3), and you have not trusted its folder, so wf did not run it.',
      nextSteps: ["wf trust '/srv/my flow'", 'Write only literal values in wf.config.ts.'],
    }),
  );
});

test.each([
  ['a TypeScript file', { 'wf.config.ts': `${RUNS}\nexport default { app: 'x' };` }],
  ['a JavaScript file', { 'wf.config.js': RUNS_COMMON }],
  ['a module', { '.wfrc.mjs': `${RUNS}\nexport default { app: 'x' };` }],
  ['a file that imports another', { '.wfrc.ts': "import './more.mjs';\nexport default {};", 'more.mjs': RUNS }],
  ['data that imports CommonJS', { '.wfrc': '$import: ./more.cjs', 'more.cjs': RUNS_COMMON }],
  ['data that imports JavaScript', { 'wf.config.json': '{"$import": "./more.js"}', 'more.js': RUNS_COMMON }],
  [
    'data that imports data that imports code',
    { '.wfrc': '$import: ./b.yaml', 'b.yaml': '$import: ./c.mjs', 'c.mjs': `${RUNS}\nexport default {};` },
  ],
  ['a package.json', { 'package.json': '{"wf": {"$import": "./more.js"}}', 'more.js': RUNS_COMMON }],
])('%s does not run before its folder is trusted', async (_what, files) => {
  await using project = await tempProject({ ...files, 'home/x': '' });
  const machine = thisMachine({ HOME: project.path('home'), APPDATA: project.path('home') });
  await expect(findProject(project.root, machine)).rejects.toMatchObject({ code: 'WF_NOT_TRUSTED' });
  expect(existsSync(project.path('ran'))).toBe(false);
  await trustFolder(project.root, machine, new Date());
  await findProject(project.root, machine);
  expect(existsSync(project.path('ran'))).toBe(true);
});
