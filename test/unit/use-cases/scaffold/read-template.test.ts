import { expect, test } from 'vitest';
import { listTemplates, readTemplate } from '../../../../src/use-cases/scaffold/read-template.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

async function templates(): Promise<TempProject> {
  return await tempProject({
    '_shared/common/gitignore': '.wf/',
    '_shared/server/test/server.ts': 'listen();',
    '_shared/unused/other.ts': 'other();',
    'two/template.json': '{"description":"Two","dependencies":{},"shares":[]}',
    'one/template.json': '{"description":"One","dependencies":{"ai":"7.0.0"},"shares":["server"]}',
    'one/src/workflow.ts': 'export {};',
    'one/node_modules/ai/index.js': 'ai',
    'one/.wf/wf.db': 'rows',
    'notes.txt': '',
  });
}

test('templates are listed by name, without what they share', async () => {
  await using folder = await templates();

  expect(await listTemplates(folder.root)).toEqual([
    { name: 'one', description: 'One' },
    { name: 'two', description: 'Two' },
  ]);
});

test('a template has its own files and those it shares', async () => {
  await using folder = await templates();

  expect(await readTemplate(folder.root, 'one')).toEqual({
    name: 'one',
    description: 'One',
    dependencies: { ai: '7.0.0' },
    shares: ['server'],
    files: [
      { path: '.gitignore', content: '.wf/' },
      { path: 'test/server.ts', content: 'listen();' },
      { path: 'src/workflow.ts', content: 'export {};' },
    ],
  });
});

test.each(['_shared', 'notes.txt', '../two', 'three'])('%s is no template', async (name) => {
  await using folder = await templates();

  await expect(readTemplate(folder.root, name)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    nextSteps: ['wf init --template one', 'wf init --template two'],
  });
});
