import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCycles, findForbiddenImports } from './find-violations.ts';
import { readSources } from './read-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = [...readSources(root, 'src'), ...readSources(root, 'commands')];
const canary = readSources(fileURLToPath(new URL('../fixtures/layers', import.meta.url)), 'src');

test('imports only point downward, and confined packages stay behind their door', () => {
  expect(findForbiddenImports(files)).toEqual([]);
});

test('no imports go in a circle', () => {
  expect(findCycles(files)).toEqual([]);
});

test('the check reports forbidden imports of every form', () => {
  expect(findForbiddenImports(canary)).toEqual([
    'src/client/reaches-up.ts → src/ui/frame.tsx: client may not import ui',
    'src/ui/frame.tsx → pg: pg is only for service',
    'src/ui/frame.tsx → src/cli/base.ts: ui may not import cli',
  ]);
});

test('the check reports circles, also of types', () => {
  expect(findCycles(canary)).toEqual([
    'src/cli/base.ts → src/cli/other.ts → src/client/reaches-up.ts → src/ui/frame.tsx → src/cli/base.ts',
    'src/cli/base.ts → src/cli/other.ts → src/cli/base.ts',
  ]);
});
