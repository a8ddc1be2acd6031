import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROTECTIONS, SANDBOX_KINDS, type SandboxKind } from '../../src/sandbox/sandbox-kind.ts';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');

test('the security page has the table that hostile bundles try', () => {
  const rows = Object.values(PROTECTIONS).map(({ attempt, preventedBy }) => {
    const kinds: readonly SandboxKind[] = preventedBy;
    const cells = SANDBOX_KINDS.map((kind) => (kinds.includes(kind) ? 'prevented' : '**not prevented**'));
    return `| ${[attempt, ...cells].join(' | ')} |`;
  });
  const [, table = ''] = /\| What a bundle may try \|.+\n\|[-|]+\|\n((?:\|.+\n)+)/.exec(page) ?? [];
  expect(table.trim().split('\n')).toEqual(rows);
});
