import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { ENDPOINT_REACH } from '../../../../src/service/reach/endpoint-reach.ts';

test('the page on permissions has a row for every endpoint, with its least role and its reach', async () => {
  const page = await readFile(new URL('../../../../docs/permissions.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]+ /.test(line));
  const endpoints = Object.entries<Endpoint>(ENDPOINTS).map(([name, { method, path, role }]) => {
    const reach = ENDPOINT_REACH[name as EndpointName]; // the table's keys are its names
    const shown = typeof reach === 'string' ? reach : typeof reach === 'function' ? 'its app' : 'its app, its bundles';
    return `| \`${method} ${path}\` | ${role ?? 'no key'} | ${shown} |`;
  });
  expect(rows.filter((row) => !row.includes('/services/') && !row.includes('/metrics'))).toEqual(endpoints);
});
