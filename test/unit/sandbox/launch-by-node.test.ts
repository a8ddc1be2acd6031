import { expect, test } from 'vitest';
import { findSetpriv, launchByNode } from '../../../src/sandbox/launch-by-node.ts';
import { permissionFlags } from '../../../src/sandbox/node-flags.ts';

const program = {
  flags: ['--max-old-space-size=64'],
  script: '/srv/host.js',
  args: ['one', 'two'],
  readable: ['/srv'],
  hasNativeCode: true,
};
const NODE = [process.execPath, ...permissionFlags(program), ...program.flags, program.script, ...program.args];

test('a program ends with its parent where the system can do that, and runs as itself', () => {
  const setpriv = findSetpriv();
  const { file, args, ...rest } = launchByNode({ ...program, user: null });
  const wrapped = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL'];
  expect([file, ...args].join('\n').endsWith([...wrapped, ...NODE].join('\n'))).toBe(true);
  expect(rest).toEqual({ detached: setpriv !== null, group: null });
});

test('a program runs as another user by the same program that ends it', () => {
  const setpriv = findSetpriv();
  const { file, args } = launchByNode({ ...program, user: 70_001 });
  expect(file).toBe(setpriv ?? process.execPath);
  expect(args.includes('70001')).toBe(setpriv !== null);
});
