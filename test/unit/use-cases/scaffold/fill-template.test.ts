import { expect, test } from 'vitest';
import { fillTemplate, type FillOptions } from '../../../../src/use-cases/scaffold/fill-template.ts';

const MANIFEST = JSON.stringify({
  name: '__PACKAGE__',
  description: '__DESCRIPTION__',
  dependencies: { zod: '4', wfkit: '__WF__' },
  devDependencies: { vitest: '5' },
});
const README = '# __APP__\n\n__INSTALL__   # packages\n__RUN__ dev  # server\n  __TEST__  # indented\n__OTHER__\n';
const TEMPLATE = {
  description: 'A test',
  dependencies: { ai: '6' },
  files: [
    { path: 'package.json', content: MANIFEST },
    { path: 'README.md', content: README },
    { path: 'src/a.ts', content: "call('__APP__');  # x\n" },
  ],
} as never;

function fill(options: Partial<FillOptions> = {}) {
  const plain = { app: 'support', wf: '1.2.3', packageManager: 'pnpm', needsNode: false } as const;
  const files = fillTemplate(TEMPLATE, { ...plain, ...options });
  return Object.fromEntries(files.map(({ path, content }) => [path, String(content)]));
}

test('placeholders are replaced, and comments of a page aligned', () => {
  const filled = fill();
  expect(filled['README.md']).toBe(
    `# support\n\n${'pnpm install'.padEnd(34)} # packages\n${'pnpm wf dev'.padEnd(34)} # server\n  pnpm test  # indented\n__OTHER__\n`,
  );
  expect(filled['src/a.ts']).toBe("call('support');  # x\n");
});

test('the manifest has the packages of the template, by name', () => {
  expect(fill({ needsNode: false })['package.json']).toBe(
    `${JSON.stringify(
      {
        name: 'support',
        description: 'A test',
        dependencies: { ai: '6', wfkit: '1.2.3', zod: '4' },
        devDependencies: { vitest: '5' },
      },
      null,
      2,
    )}\n`,
  );
});

test.each([
  ['npm', { allowScripts: { node: true } }],
  ['pnpm', {}],
  ['yarn', { dependenciesMeta: { node: { built: true } } }],
  ['bun', { trustedDependencies: ['node'] }],
] as const)('with %s, a project may install its own Node', (packageManager, scripts) => {
  const {
    name: _name,
    description: _description,
    dependencies: _dependencies,
    ...rest
  } = JSON.parse(fill({ packageManager, needsNode: true })['package.json'] ?? '') as Record<string, unknown>;
  expect(rest).toEqual({ devDependencies: { node: '^24.21.0', vitest: '5' }, ...scripts });
});
