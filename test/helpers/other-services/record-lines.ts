import { both, type CommandLine, line } from './command-line.ts';

/** What commands of apps, variants, environments and keys do at both services. */
export const RECORD_LINES = {
  'apps create': [
    line(
      'spare',
      { exitCode: 2, says: 'has no POST /apps.' },
      {
        changes: ['+ app spare', '+ development runs nothing', '+ staging runs nothing', '+ production runs nothing'],
        says: 'Created app spare',
      },
    ),
  ],
  'apps delete': [
    line(
      '$APP --yes',
      { exitCode: 2, says: 'has no GET /apps.' },
      {
        changes: [
          '- app support',
          '- variant app.default@1 {"words":50}',
          '- variant app.n@1 {"a":1}',
          '- variant app.n@2 {"a":1,"b":2}',
          '- variant app.n@3 {"a":1,"b":2,"c":3}',
          '- variant app.spare@1 {}',
          '- development runs nothing',
          '- staging runs nothing',
          '- production #1: app.default@1',
          '- production #2: app.n@2',
          '- production #3: app.n@3',
          '- production runs app.n@3',
          '- evaluation of app.default on cases by close (support)',
          '- evaluation of app.n on cases by close (support)',
          '- human evaluation of app.n on cases: single_model_test ["question"]',
          '+ human evaluation of a deleted variant on cases: single_model_test ["question"]',
        ],
        says: 'Deleted app support',
      },
    ),
  ],
  'apps list': [line('', { exitCode: 2, says: 'has no GET /apps.' }, {})],
  deploy: [
    both('--yes', { exitCode: 2, says: 'This service lacks' }, { setUp: 'project' }),
    line(
      '--url $ADDRESS --variant $V',
      { exitCode: 2, says: 'has no GET /apps.' },
      {
        changes: [
          '+ app.default is at ADDRESS',
          '+ app.n is at ADDRESS',
          '+ app.spare is at ADDRESS',
          '+ variant app.n@4 {}',
          '+ variant app.n@5 {"a":1,"b":2,"c":3}',
        ],
        says: 'Registered app.n at',
      },
      { setUp: 'address' },
    ),
  ],
  'env deploy': [
    line(
      'staging --variant $V',
      { exitCode: 3, says: 'There is no environment staging.' },
      {
        changes: ['- staging runs nothing', '+ staging #1: app.n@3', '+ staging runs app.n@3'],
        says: 'Deployed app.n@3 to staging.',
      },
    ),
    line(
      'production --variant $V',
      { exitCode: 2, says: 'has no POST /environments/deploy.' },
      { says: 'Nothing changed: production already runs app.n@3.' },
    ),
  ],
  'env diff': [
    line('production@1 production', { exitCode: 2, says: 'has no GET /apps/app-1/environments.' }, {}),
    line('production', { exitCode: 2, says: 'has no GET /apps/app-1/environments.' }, {}),
  ],
  status: [line('', { exitCode: 2, says: 'has no GET /apps.' }, { says: 'production' })],
  'env list': [line('', { exitCode: 2, says: 'has no GET /apps/app-1/environments.' }, {})],
  'env protect': [
    both('staging --off', { exitCode: 2, says: 'This service lacks protected environments, an extension of wf.' }),
  ],
  'env revisions': [both('production', {})],
  'env rollback': [
    line(
      'production',
      { exitCode: 5, says: 'Environment production has no earlier revision.' },
      {
        changes: ['- production runs app.n@3', '+ production runs app.n@2'],
        says: 'Rolled back production: 3 → 2 (app.n@2).',
      },
    ),
    line(
      'production --to 1',
      { exitCode: 2, says: 'has no GET /variants/variant-default/revisions.' },
      {
        changes: ['- production runs app.n@3', '+ production #4: app.default@1', '+ production runs app.default@1'],
        says: 'Rolled back production: 3 → 1 (app.default@1).',
      },
    ),
    both('production --override broken', {
      exitCode: 2,
      says: 'This service lacks reasons of rollbacks (--override), an extension',
    }),
  ],
  'env show': [both('production', {})],
  'env vars list': [both('', { exitCode: 2, says: 'This service lacks variables, an extension of wf.' })],
  'env vars set': [both('A=b', { exitCode: 2, says: 'This service lacks variables, an extension of wf.' })],
  'env vars unset': [both('A --yes', { exitCode: 2, says: 'This service lacks variables, an extension of wf.' })],
  export: [line('backup.tar.gz', { exitCode: 2, says: 'has no GET /apps.' }, { says: 'Exported support.' })],
  import: [both('backup.tar.gz', { exitCode: 2, says: 'This service lacks' }, { setUp: 'archive' })],
  'keys create': [both('ci', { exitCode: 2, says: 'This service lacks keys with a role, an extension of wf.' })],
  'keys list': [both('', { exitCode: 2, says: 'has no GET /keys.' })],
  'keys revoke': [both('ci --yes', { exitCode: 2, says: 'has no GET /keys.' })],
  'webhooks create': [
    both('https://hooks.example.com/wf', { exitCode: 2, says: 'This service lacks webhooks, an extension of wf.' }),
  ],
  'webhooks list': [both('', { exitCode: 2, says: 'This service lacks webhooks, an extension of wf.' })],
  'webhooks show': [both('0000', { exitCode: 2, says: 'This service lacks webhooks, an extension of wf.' })],
  'webhooks test': [both('0000', { exitCode: 2, says: 'This service lacks webhooks, an extension of wf.' })],
  'webhooks delete': [both('0000 --yes', { exitCode: 2, says: 'This service lacks webhooks, an extension of wf.' })],
  log: [both('', { exitCode: 2, says: 'This service lacks an audit log, an extension of wf.' })],
  usage: [both('', { exitCode: 2, says: 'This service lacks figures of usage, an extension of wf.' })],
  prune: [both('--yes', { exitCode: 2, says: 'This service lacks pruning, an extension of wf.' })],
  logs: [both('', { exitCode: 2, says: 'This service lacks logs, an extension of wf.' })],
  'variants create': [
    both('new --label team=search', { exitCode: 2, says: 'This service lacks labels (--label), an extension of wf.' }),
    line(
      'tuned --set words=3',
      { changes: ['+ variant tuned {"words":3}'], says: 'Created variant tuned (variant-tuned) at revision 1.' },
      { changes: ['+ variant app.tuned@1 {"words":3}'], says: 'Created variant app.tuned' },
    ),
  ],
  'variants delete': [
    line(
      '$V --yes',
      { exitCode: 2, says: 'has no DELETE /variants/variant-default.' },
      { exitCode: 5, says: 'Variant app.n cannot be deleted: production runs it.' },
    ),
    line(
      '$SPARE --yes',
      { exitCode: 2, says: 'has no DELETE /variants/variant-default.' },
      { changes: ['- variant app.spare@1 {}'], says: 'Deleted variant app.spare' },
    ),
  ],
  'variants diff': [
    line('$OTHER $V', { says: 'default@1 → default@1: no difference.' }, { says: 'app.default@1 → app.n@3' }),
    line(
      'production $OTHER',
      { exitCode: 2, says: 'has no GET /variants/variant-default/revisions.' },
      { says: 'production (app.n@3) → app.default@1' },
    ),
  ],
  'variants list': [
    line('', {}, {}),
    line('--search $V --sort name --desc --limit 1 --json', { says: '"default"' }, { says: '"app.n"' }),
    line('--env production', { exitCode: 2, says: 'has no GET /apps/app-1/environments.' }, { says: 'app.' }),
  ],
  'variants revert': [
    line(
      '$V --to 3',
      { exitCode: 2, says: 'has no GET /variants/variant-default/revisions/3.' },
      { says: 'Nothing changed: app.n@3 already has' },
    ),
    line(
      '$V --to 1',
      { exitCode: 2, says: 'has no GET /variants/variant-default/revisions/1.' },
      {
        changes: ['+ variant app.n@4 {}', '+ variant app.n@5 {"a":1}'],
        says: 'Reverted app.n to the parameters of revision 1, as revision 5.',
      },
    ),
  ],
  'variants revisions': [line('$V', { exitCode: 2, says: 'has no GET /variants/variant-default/revisions.' }, {})],
  'variants show': [line('$V', {}, {})],
  'variants update': [
    both('$V --set b=5 --label team=search', { exitCode: 2, says: 'This service lacks labels, an extension of wf.' }),
    line(
      '$V --set b=5',
      { exitCode: 2, says: 'has no PUT /variants/variant-default/parameters.' },
      { changes: ['+ variant app.n@4 {"a":1,"b":5,"c":3}'], says: 'Updated variant app.n' },
    ),
    line(
      '$V --unset a',
      { exitCode: 3, says: 'No parameter of default is called "a". Available: words, tone.' },
      { changes: ['+ variant app.n@4 {}', '+ variant app.n@5 {"b":2,"c":3}'], says: 'Updated variant app.n' },
    ),
  ],
} as const satisfies Readonly<Record<string, readonly CommandLine[]>>;
