import { expect, test } from 'vitest';
import { loadProjectFile } from '../../../src/project/load-project-file.ts';
import { thisMachine } from '../../../src/project/machine.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const load = async (root: string, file: string) =>
  await loadProjectFile(file, thisMachine({ ...process.env, WF_TRUSTED_FOLDERS: root }));

test.each([
  ['wf.config.json', '{"app": 1,,}', /^JSON error: .+$/],
  ['.wfrc', 'app: [', /^YAML error: .+$/],
  ['.wfrc', '# no settings', /^YAML error: expected a document, but the input is empty$/],
  ['wf.config.mjs', 'export const app = 1;', /^it has no default export; write "export default defineConfig\(.*\)"$/],
  ['wf.config.mjs', 'throw new Error("no luck.");', /^no luck$/],
  ['wf.config.mjs', 'throw new Error("one\\ntwo");', /^one$/],
])('%s with %j is refused with the reason', async (name, text, reason) => {
  await using project = await tempProject({ [name]: text });
  const file = project.path(name);
  const error = await load(project.root, file).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining(`Cannot read the project file ${file}`),
    nextSteps: [`Fix ${name}.`],
    details: { file },
  });
  const [, said] = /^Cannot read the project file [^:]+: (.*)\.$/.exec((error as Error).message) ?? [];
  expect(said).toMatch(reason);
});

test.each([
  ['wf.config.json', '{}', {}],
  ['.wfrc', '', {}],
  ['wf.config.ts', "export default { app: 'x' };", { app: 'x' }],
])('%s with %j is read', async (name, text, config) => {
  await using project = await tempProject({ [name]: text });
  expect(await loadProjectFile(project.path(name))).toEqual(config);
});

test('code of a folder that is not trusted is not run', async () => {
  await using project = await tempProject({ 'wf.config.mjs': '\nexport default { app: 1 + 1 };' });
  const file = project.path('wf.config.mjs');
  await expect(loadProjectFile(file, thisMachine({ HOME: project.path('home') }))).rejects.toMatchObject({
    code: 'WF_NOT_TRUSTED',
    message: expect.stringContaining('(line 2)'),
  });
});
