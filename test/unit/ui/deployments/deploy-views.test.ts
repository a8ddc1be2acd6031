import { expect, test } from 'vitest';
import type { Compatibility, RouteChange } from '../../../../src/contract/deployments/deployment.ts';
import {
  type BuildRecord,
  buildView,
  compatibilityBlocks,
  deployMigrated,
  deployView,
  describeChangedCode,
  sharingText,
  targetView,
} from '../../../../src/ui/deployments/build-views.ts';
import { breakOf, writtenLines } from '../fixtures.ts';

const ROUTE = { path: '/', name: 'default', config: { type: 'object' }, input: null, output: null, defaults: {} };
const NOTHING: Compatibility = { is_breaking: false, breaks: [], migrated: [], unused_migrations: [] };
const PLAN: Parameters<typeof deployView>[0] = {
  command: 'wf deploy',
  app: { name: 'support', created: false, id: null },
  sha256: 'ab'.repeat(32),
  size: 2048,
  gzip_size: 512,
  routes: [ROUTE, { ...ROUTE, path: '/check' }],
  changes: [],
  sharing: [],
  variables: [],
  compatibility: NOTHING,
  warnings: [],
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
} as unknown as NonNullable<typeof PLAN.deployment>; // what the page reads
const CHANGE: RouteChange = {
  route: '/',
  field: null,
  part: 'route',
  kind: 'added',
  keyword: null,
  before: null,
  after: null,
  maybe_renamed_to: null,
};
const BREAKING = { compatibility: { ...NOTHING, is_breaking: true, breaks: [breakOf()] } };
const NEXT = "Next: wf env deploy production --variant 'my variant'";

test.each([
  ['a plan', {}, 'Plan for support: no route changes. Nothing was changed.', 'Next: wf deploy'],
  [
    'a plan of changed routes',
    { changes: [CHANGE] },
    'Plan for support: the routes change as shown below. Nothing was changed.',
    'Next: wf deploy',
  ],
  [
    'a plan that breaks, after which the error names the next command',
    BREAKING,
    'Plan for support: no route changes, and configurations in use break. Nothing was changed.',
    null,
  ],
  ['a deployment', { deployment: DEPLOYMENT }, 'Deployed support as variant my variant@3.', NEXT],
  [
    'a deployment to an environment',
    { deployment: { ...DEPLOYMENT, environment: 'pro duction' }, routes: [{ ...ROUTE, path: '/check' }] },
    'Deployed support as variant my variant@3 and environment pro duction.',
    "Next: wf run /check --env 'pro duction'",
  ],
  [
    'a deployment without routes',
    { deployment: { ...DEPLOYMENT, environment: 'production' }, routes: [] },
    'Deployed support as variant my variant@3 and environment production.',
    'Next: wf run / --env production',
  ],
  [
    'a repeated deployment',
    { deployment: { ...DEPLOYMENT, changed: false } },
    'Nothing changed: support already runs exactly this.',
    NEXT,
  ],
])('%s has its headline and its next command', (_, view, headline, next) => {
  const lines = writtenLines(deployView({ ...PLAN, ...view }));
  expect([lines[0], lines.find((line) => line.startsWith('Next: ')) ?? null]).toEqual([headline, next]);
});

const fileOf = (size: number) => ({ path: `prompts/${size}.txt`, size, sha256: '0123456789abcdef' });

function builtLines(files: BuildRecord['files'], packages: object = {}): string[] {
  const manifest = {
    app: 'support',
    sha256: 'abcd',
    routes: [ROUTE],
    ...packages,
  } as unknown as BuildRecord['manifest'];
  return writtenLines(buildView({ manifest, bundle: '.wf/workflow.mjs', size: 2048, gzipSize: 1024, files }));
}

test('a build shows its bundle, its packages, its routes and the largest of its files', () => {
  const packages = { packages: { sharp: '0.33.0', pg: '8.1.0' } };
  expect(builtLines([fileOf(10), fileOf(2048)], packages)).toEqual([
    'app       support',
    'bundle    .wf/workflow.mjs',
    'sha256    abcd',
    'size      2 KB, 1 KB gzipped',
    'packages  sharp 0.33.0, pg 8.1.0',
    '',
    'ROUTE  EXPORT   CONFIG  INPUT',
    '/      default  -       any',
    '',
    'The bundle carries 2 files, 2 KB:',
    '',
    'FILE              SIZE  SHA256',
    'prompts/2048.txt  2 KB  0123456789ab',
    'prompts/10.txt    10 B  0123456789ab',
    '',
    'Next: wf deploy',
  ]);
});

test.each([
  [0, 0, undefined],
  [20, 20, undefined],
  [22, 20, 'and 2 smaller files, listed in manifest.json'],
])('of %i files of a bundle, %i are listed', (count, listed, rest) => {
  const lines = builtLines(Array.from({ length: count }, () => fileOf(10)));
  expect(lines.filter((line) => line.startsWith('prompts/'))).toHaveLength(listed);
  expect(lines.find((line) => line.startsWith('and '))).toBe(rest);
});

test('a build for a platform lists its files but not source maps, and the next commands', () => {
  const page = targetView({
    manifest: { app: 'support' },
    target: 'node',
    dir: 'out',
    files: ['server.mjs', 'server.mjs.map', 'package.json'],
    size: 2048,
    gzipSize: 1024,
    nextSteps: ['npm start', 'wf deploy'],
  });
  expect(writtenLines(page)).toEqual([
    'app     support',
    'target  node',
    'folder  out',
    'files   server.mjs, package.json',
    'size    2 KB, 1 KB gzipped',
    '',
    'Next: npm start',
    'Next: wf deploy',
  ]);
});

test('each break is a line with its effect and its suggested migrations', () => {
  const breaks = (['fatal', 'breaking', 'known', 'idle'] as const).map((severity, index) =>
    breakOf({ severity, message: severity, suggestions: ['a', 'b', 'c'].slice(0, index) }),
  );
  expect(writtenLines(compatibilityBlocks({ ...NOTHING, breaks }))).toEqual([
    'Stored values that the new code rejects',
    'EFFECT          WHAT      FIX',
    'fails at once   fatal     -',
    'breaks          breaking  --migrate a',
    'already broken  known     --migrate a or --migrate b',
    'not in use      idle      --migrate a or --migrate b or --migrate c',
  ]);
  expect(compatibilityBlocks(NOTHING)).toEqual([]);
});

test('a migrated configuration shows the fields that change, and how other environments get it', () => {
  const migrated: Compatibility['migrated'][number] = {
    variant_id: 'v',
    variant_name: 'support',
    from_revision: 7,
    to_revision: 10,
    environments: ['staging', 'production'],
    is_new: true,
    before: { model: 'gpt-4o', words: 5 },
    after: { llm: 'gpt-4o', words: 5 },
  };
  const same = { ...migrated, from_revision: 9, to_revision: 11, environments: [], before: { a: 1 }, after: { a: 1 } };
  const compatibility = { ...NOTHING, migrated: [migrated, same], unused_migrations: ['clamp:x', 'drop:y'] };
  expect(writtenLines(compatibilityBlocks(compatibility))).toEqual([
    'Migrated configurations',
    'FROM       TO          RUN BY               FIELD  BEFORE  AFTER',
    'support@7  support@10  staging, production  model  gpt-4o  -',
    'support@7  support@10  staging, production  llm    -       gpt-4o',
    'support@9  support@11  -                    -      -       -',
    '',
    'Not needed by any stored configuration: clamp:x, drop:y',
  ]);
  expect(deployMigrated(compatibility, 'staging')).toEqual(['wf env deploy production --variant support@10']);
});

const SPLIT = 'prompt was one field; now /summary and /brief declare it differently: /summary:prompt, /brief:prompt.';
const JOINED = 'prompt was a field of each route; now /summary and /brief share it.';

test.each([
  ['split', [], SPLIT],
  [
    'split',
    ['default', 'formal'],
    `${SPLIT} The value of default, formal applies to all of them until they get their own.`,
  ],
  ['joined', [], JOINED],
  ['joined', ['default'], `${JOINED} Values of their own still win in default, until --unset removes them.`],
] as const)('a %s field that %j store is told', (kind, stored_by, text) => {
  const field = { field: 'prompt', routes: ['/summary', '/brief'], kind, stored_by: [...stored_by] };
  expect(writtenLines(sharingText([field]))).toEqual([text]);
});

test.each([
  [true, false, "The workflow's sources changed since the last deploy; this runs the deployed version."],
  [false, true, 'The evaluators changed since the last deploy; this runs the deployed versions.'],
  [
    true,
    true,
    "The workflow's sources and the evaluators changed since the last deploy; this runs the deployed versions.",
  ],
])('changed sources (%s) and evaluators (%s) are reported with the used versions', (workflow, evaluators, words) => {
  expect(describeChangedCode({ workflow, evaluators })).toBe(`Warning: ${words} Next: wf deploy`);
});
