import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as sizes from '../../src/foundation/sizes.ts';

const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const source = readFileSync(new URL('../../src/foundation/sizes.ts', import.meta.url), 'utf8');

/** In the order of the source. */
const names = [...source.matchAll(/^export const (\w+) = size\(/gm)].map(([, name = '']) => name);

test('the docs have the table of sizes', () => {
  const exported: Readonly<Record<string, unknown>> = sizes;
  // Each export by `size` is one.
  const rows = names.map((name) => toRow(exported[name] as sizes.Size));
  const table = ['| What | At most | Changed by | Beyond |', '|---|---|---|---|', ...rows].join('\n');
  const [found = ''] = /\| What \| At most \|.+\n(?:\|.+\n)+/.exec(page) ?? [];
  expect(found.trim()).toBe(table);
});

function toRow(size: sizes.Size): string {
  const { what, beyond, changedBy } = size;
  return `| ${[what, sizes.formatSize(size), changedBy ?? 'no', beyond].join(' | ')} |`;
}
