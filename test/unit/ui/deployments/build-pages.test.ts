import { expect, test } from 'vitest';
import type { Compatibility } from '../../../../src/contract/deployments/deployment.ts';
import { buildPage, type BuildView, deployPage, type DeployView } from '../../../../src/ui/deployments/build-pages.ts';
import { fileColumns } from '../../../../src/ui/deployments/file-columns.ts';
import { breakOf, headsOf, writtenLines } from '../fixtures.ts';

const ROUTE = { path: '/', name: 'default', config: { type: 'object' }, input: null, output: null, defaults: {} };
const NOTHING: Compatibility = { is_breaking: false, breaks: [], migrated: [], unused_migrations: [] };
const PLAN: DeployView = {
  command: 'wf deploy',
  app: { name: 'support', created: false },
  sha256: 'ab'.repeat(32),
  size: 2048,
  routes: [ROUTE, { ...ROUTE, path: '/check' }],
  changes: [],
  sharing: [],
  compatibility: NOTHING,
  deployment: null,
};
const DEPLOYMENT = {
  deployment: { id: 'd-1' },
  variant_id: 'v-1',
  variant_name: 'my variant',
  variant_revision: 3,
  uri: 'http://localhost:1/support',
  environment: null,
  environment_revision: null,
  changed: true,
} as unknown as NonNullable<DeployView['deployment']>;
const CHANGE = {
  route: '/',
  field: null,
  part: 'route',
  kind: 'added',
  keyword: null,
  before: null,
  after: null,
  maybe_renamed_to: null,
};

test('a build shows its bundle, its routes and the next command', () => {
  const manifest = { app: 'support', sha256: 'ab'.repeat(32), routes: [ROUTE] } as unknown as Parameters<
    typeof buildPage
  >[0]['manifest'];
  const page = buildPage({ manifest, bundle: '.wf/workflow.mjs', size: 2048, gzipSize: 1024, files: [] });
  expect(writtenLines(page)).toEqual([
    'app     support',
    'bundle  .wf/workflow.mjs',
    'sha256  abababababababababababababababababababababababababababababababab',
    'size    2 KB, 1 KB gzipped',
    '',
    'ROUTE  EXPORT   CONFIG  INPUT',
    '/      default  -       any',
    '',
    'Next: wf deploy',
  ]);
});

test('a build lists its packages and the largest of its files', () => {
  const manifest = { app: 'support', sha256: 'ab', routes: [ROUTE], packages: { sharp: '0.33.0', pg: '8.1.0' } };
  const files = [10, 1024, 2048].map((size) => ({ path: `prompts/${size}.txt`, size, sha256: '0123456789abcdef' }));
  const view = { manifest: manifest as unknown as BuildView['manifest'], bundle: 'b.mjs', size: 1, gzipSize: 1, files };
  const lines = writtenLines(buildPage(view));
  expect(lines.slice(4)).toEqual([
    'packages  sharp 0.33.0, pg 8.1.0',
    '',
    'ROUTE  EXPORT   CONFIG  INPUT',
    '/      default  -       any',
    '',
    'The bundle carries 3 files, 3 KB:',
    '',
    'FILE              SIZE  SHA256',
    'prompts/2048.txt  2 KB  0123456789ab',
    'prompts/1024.txt  1 KB  0123456789ab',
    'prompts/10.txt    10 B  0123456789ab',
    '',
    'Next: wf deploy',
  ]);
  const many = (count: number) => ({
    ...view,
    files: Array.from({ length: count }, () => files[0] as (typeof files)[0]),
  });
  expect(writtenLines(buildPage(many(20))).slice(-4)).toEqual([
    'prompts/10.txt  10 B  0123456789ab',
    'prompts/10.txt  10 B  0123456789ab',
    '',
    'Next: wf deploy',
  ]);
  expect(writtenLines(buildPage(many(22))).slice(-5)).toEqual([
    'prompts/10.txt  10 B  0123456789ab',
    '',
    'and 2 smaller files, listed in manifest.json',
    '',
    'Next: wf deploy',
  ]);
  expect(headsOf(fileColumns)).toEqual(['file | text | 0', 'size | text | 0', 'sha256 | text | 1']);
});

test.each([
  ['no change', {}, 'Plan for support: no route changes. Nothing was changed.'],
  ['a change', { changes: [CHANGE] }, 'Plan for support: the routes change as shown below. Nothing was changed.'],
  [
    'a break',
    { compatibility: { ...NOTHING, is_breaking: true, breaks: [breakOf()] } },
    'Plan for support: no route changes, and configurations in use break. Nothing was changed.',
  ],
  ['a deployment', { deployment: DEPLOYMENT }, 'Deployed support as variant my variant@3.'],
  [
    'a deployment to an environment',
    { deployment: { ...DEPLOYMENT, environment: 'production' } },
    'Deployed support as variant my variant@3 and environment production.',
  ],
  [
    'a repeated deployment',
    { deployment: { ...DEPLOYMENT, changed: false } },
    'Nothing changed: support already runs exactly this.',
  ],
])('the headline of %s', (_, view, line) => {
  expect(writtenLines(deployPage({ ...PLAN, ...view }))[0]).toBe(line);
});

test.each([
  ['a plan', {}, 'Next: wf deploy'],
  ['a deployment', { deployment: DEPLOYMENT }, "Next: wf env deploy production --variant 'my variant'"],
  [
    'a deployment to an environment',
    { deployment: { ...DEPLOYMENT, environment: 'pro duction' }, routes: [{ ...ROUTE, path: '/check' }] },
    "Next: wf run /check --env 'pro duction'",
  ],
  [
    'a deployment without routes',
    { deployment: { ...DEPLOYMENT, environment: 'production' }, routes: [] },
    'Next: wf run / --env production',
  ],
])('after %s the next command is suggested', (_, view, line) => {
  expect(writtenLines(deployPage({ ...PLAN, ...view })).at(-1)).toBe(line);
});

test('after a plan that breaks, the error suggests the next command', () => {
  const page = deployPage({ ...PLAN, compatibility: { ...NOTHING, is_breaking: true, breaks: [breakOf()] } });
  expect(writtenLines(page).filter((line) => line.startsWith('Next:'))).toEqual([]);
});

test('a plan shows routes and bundle; a deployment also its ids', () => {
  expect(writtenLines(deployPage(PLAN))).toEqual([
    'Plan for support: no route changes. Nothing was changed.',
    '',
    'routes  /, /check',
    'bundle  abababababab (2 KB)',
    '',
    'Next: wf deploy',
  ]);
  expect(writtenLines(deployPage({ ...PLAN, deployment: DEPLOYMENT, changes: [CHANGE] }))).toEqual([
    'Deployed support as variant my variant@3.',
    '',
    'routes      /, /check',
    'bundle      abababababab (2 KB)',
    'variant id  v-1',
    'deployment  d-1',
    'uri         http://localhost:1/support',
    '',
    'Changes in the routes',
    'ROUTE  FIELD  CHANGE       BEFORE  AFTER',
    '/      -      route added  -       -',
    '',
    "Next: wf env deploy production --variant 'my variant'",
  ]);
});

test('ids of a deployment are drawn as ids, whole', () => {
  const [, record] = deployPage({ ...PLAN, deployment: DEPLOYMENT });
  const fields = record?.type === 'record' ? record.fields : [];
  expect(fields.map(({ label, kind }) => [label, kind])).toEqual([
    ['routes', undefined],
    ['bundle', undefined],
    ['variant id', 'id'],
    ['deployment', 'id'],
    ['uri', undefined],
  ]);
});
