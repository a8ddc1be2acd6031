import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS } from '../../../../src/contract/endpoints.ts';

test('the page on permissions has a row for every endpoint, with its least role and its reach', async () => {
  const page = await readFile(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+ /.test(line));
  const endpoints = Object.values<Endpoint>(ENDPOINTS).map(({ method, path, role, reach }) => {
    const shown = typeof reach === 'string' ? reach : 'bundles' in reach ? 'its app, its bundles' : 'its app';
    return `| \`${method} ${path}\` | ${role ?? 'no key'} | ${shown} |`;
  });
  expect(rows.filter((row) => !row.includes('/services/') && !row.includes('/metrics'))).toEqual(endpoints);
});
