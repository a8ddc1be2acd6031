import { describe, expect, test } from 'vitest';
import { type FillOptions, fillTemplate } from '../../../../src/use-cases/scaffold/fill-template.ts';
import { managerFiles } from '../../../../src/use-cases/scaffold/init-project.ts';
describe('a filled template', () => {
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
});

describe('files of a package manager', () => {
  const PNPM = "# Makes this folder a root of its own, also in a repository that is a workspace.\npackages: ['.']\n";

  test.each([
    ['npm', false, []],
    ['bun', true, []],
    ['pnpm', false, [{ path: 'pnpm-workspace.yaml', content: PNPM }]],
    ['pnpm', true, [{ path: 'pnpm-workspace.yaml', content: `${PNPM}allowBuilds:\n  node: true\n` }]],
    [
      'yarn',
      true,
      [
        {
          path: '.yarnrc.yml',
          content: "# TypeScript 7 does not read the archives of Plug'n'Play.\nnodeLinker: node-modules\n",
        },
        { path: 'yarn.lock', content: '' },
      ],
    ],
  ] as const)('%s needs its files, with its own Node: %j', (packageManager, needsNode, files) => {
    expect(managerFiles({ packageManager, needsNode, isMember: false })).toEqual(files);
    expect(managerFiles({ packageManager, needsNode, isMember: true })).toEqual([]);
  });
});
