import { expect, test } from 'vitest';
import type { Compatibility } from '../../../../src/contract/deployments/deployment.ts';
import { compatibilityBlocks, deployMigrated } from '../../../../src/ui/deployments/compatibility-blocks.ts';
import { plainPage } from '../../../../src/ui/layout/plain-page.ts';
import { breakOf, outlineOf } from '../fixtures.ts';

const NOTHING: Compatibility = { is_breaking: false, breaks: [], migrated: [], unused_migrations: [] };

const MIGRATED: Compatibility['migrated'][number] = {
  variant_id: 'v',
  variant_name: 'support',
  from_revision: 7,
  to_revision: 10,
  environments: ['staging', 'production'],
  is_new: true,
  before: { model: 'gpt-4o', words: 5 },
  after: { llm: 'gpt-4o', words: 5 },
};

test('a deployment that affects no configuration shows none', () => {
  expect(compatibilityBlocks(NOTHING)).toEqual([]);
});

test('a break is a line with its suggested migrations', () => {
  const breaks = [breakOf(), breakOf({ severity: 'idle', message: 'another', suggestions: [] })];
  expect(plainPage(compatibilityBlocks({ ...NOTHING, breaks }), 'plain')).toBe(
    [
      'Stored values that the new code rejects',
      'EFFECT      WHAT                                                                FIX',
      'breaks      production runs support/v7: model = "gpt-4o" is no longer a choice  --migrate default:model',
      'not in use  another                                                             -',
    ].join('\n'),
  );
});

test('a migrated configuration shows the fields that change', () => {
  const repeated = {
    ...MIGRATED,
    from_revision: 9,
    to_revision: 11,
    environments: [],
    before: { a: 1 },
    after: { a: 1 },
  };
  const page = compatibilityBlocks({
    ...NOTHING,
    migrated: [MIGRATED, repeated],
    unused_migrations: ['clamp:x', 'drop:y'],
  });
  expect(plainPage(page, 'plain').split('\n')).toEqual([
    'Migrated configurations',
    'FROM       TO          RUN BY               FIELD  BEFORE  AFTER',
    'support@7  support@10  staging, production  model  gpt-4o  -',
    'support@7  support@10  staging, production  llm    -       gpt-4o',
    'support@9  support@11  -                    -      -       -',
    '',
    'Not needed by any stored configuration: clamp:x, drop:y',
  ]);
});

test('migrated revisions have commands that deploy them to other environments', () => {
  expect(deployMigrated({ ...NOTHING, migrated: [MIGRATED] }, 'staging')).toEqual([
    'wf env deploy production --variant support@10',
  ]);
});

test('each effect of a break has its words', () => {
  const breaks = (['fatal', 'breaking', 'known', 'idle'] as const).map((severity) =>
    breakOf({ severity, message: severity, suggestions: ['a', 'b'] }),
  );
  expect(outlineOf(compatibilityBlocks({ ...NOTHING, breaks }))).toEqual([
    'table',
    '  # Stored values that the new code rejects',
    '  effect | text | 0',
    '  what | text | 0',
    '  fix | text | 0',
    '  "fails at once", "fatal", "--migrate a or --migrate b"',
    '  "breaks", "breaking", "--migrate a or --migrate b"',
    '  "already broken", "known", "--migrate a or --migrate b"',
    '  "not in use", "idle", "--migrate a or --migrate b"',
  ]);
});

test('which environments run a migrated revision is dropped first', () => {
  expect(outlineOf(compatibilityBlocks({ ...NOTHING, migrated: [MIGRATED] }))).toEqual([
    'table',
    '  # Migrated configurations',
    '  from | text | 0',
    '  to | text | 0',
    '  run by | text | 1',
    '  field | text | 0',
    '  before | text | 0',
    '  after | text | 0',
    '  "support@7", "support@10", "staging, production", "model", "gpt-4o", null',
    '  "support@7", "support@10", "staging, production", "llm", null, "gpt-4o"',
  ]);
});
