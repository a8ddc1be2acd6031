import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Confinement, CONFINEMENTS, PROTECTIONS } from '../../src/sandbox/sandbox-kind.ts';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');

test('the security page has the table that hostile bundles try', () => {
  const columns = Object.keys(CONFINEMENTS) as Confinement[]; // the table's keys are its names
  const head = ['What a bundle may try', ...Object.values(CONFINEMENTS)];
  const rows = Object.values(PROTECTIONS).map(({ attempt, preventedBy }) => {
    const by: readonly Confinement[] = preventedBy;
    return [attempt, ...columns.map((column) => (by.includes(column) ? 'prevented' : '**not prevented**'))];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
  const [found = ''] = /\| What a bundle may try \|.+\n(?:\|.+\n)+/.exec(page) ?? [];
  expect(found.trim()).toBe(table);
});
