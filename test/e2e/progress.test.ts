import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const FILES = {
  '.wfrc.json': JSON.stringify({ app: 'echo', entry: 'src/workflow.ts' }),
  'src/workflow.ts': `import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'x');\n`,
};

test.each([
  ['build', 'Built'],
  ['deploy', 'Deployed'],
])('on a terminal, wf %s prints one line about its steps above the result', async (command, done) => {
  await using project = await tempProject(FILES);
  await linkPackages(project.root, ['zod']);
  await using terminal = openTerminal([command], { cwd: project.root, rows: 40 });
  expect(await terminal.exitCode).toBe(0);
  await terminal.shows(`✓ ${done} in `);
  const [first = '', ...others] = terminal.screen();
  expect(first).toMatch(/^✓ \w+ in [\d.]+ m?s$/);
  expect(others.filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|Bundling/.test(line))).toEqual([]);
});

test('a failed build prints no such line', async () => {
  await using project = await tempProject({ ...FILES, 'src/workflow.ts': 'const x = ;\n' });
  await using terminal = openTerminal(['build'], { cwd: project.root });
  expect(await terminal.exitCode).toBe(2);
  await terminal.shows('Error:');
  expect(terminal.screen().filter((line) => line.startsWith('✓'))).toEqual([]);
});
