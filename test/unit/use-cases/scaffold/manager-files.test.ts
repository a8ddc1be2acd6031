import { expect, test } from 'vitest';
import { managerFiles } from '../../../../src/use-cases/scaffold/manager-files.ts';
import {
  isPackageManager,
  MANAGER_COMMANDS,
  PACKAGE_MANAGERS,
} from '../../../../src/use-cases/scaffold/package-manager.ts';

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

test.each([
  ['npm', true],
  ['pnpm', true],
  ['yarn', true],
  ['bun', true],
  ['deno', false],
  [undefined, false],
])('%s is a package manager that we know: %j', (word, isKnown) => {
  expect(isPackageManager(word)).toBe(isKnown);
});

test('each package manager has its commands', () => {
  expect(PACKAGE_MANAGERS.map((name) => Object.values(MANAGER_COMMANDS[name]).join(', '))).toEqual([
    'npm install, npm test, npx wf',
    'pnpm install, pnpm test, pnpm wf',
    'yarn install, yarn test, yarn wf',
    'bun install, bun run test, bunx wf',
  ]);
});
