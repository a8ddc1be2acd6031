import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { helpFile, readDocsPage, readHelpPage } from '../../../../src/cli/start/read-help-page.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each([
  ['', 'help/index.txt'],
  ['deploy', 'help/deploy.txt'],
  ['env vars list', 'help/env-vars-list.txt'],
])('the help of %j is in %s', (id, file) => {
  expect(helpFile(id)).toBe(file);
});

test('help is read next to the program, and pages from the folder of the package', async () => {
  await using folder = await tempProject({
    'dist/help/env-list.txt': 'Lists environments.\n',
    'docs/methods.md': '# Methods\n',
  });
  const base = String(pathToFileURL(folder.path('dist/main.js')));
  expect(readHelpPage('env list', base)).toBe('Lists environments.\n');
  expect(readDocsPage('methods', base)).toBe('# Methods\n');
});
