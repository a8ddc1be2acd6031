import type { Interfaces } from '@oclif/core';
import { expect, test } from 'vitest';
import Api from '../../../../commands/scripts/api.ts';
import Deploy from '../../../../commands/deployments/deploy.ts';
import EnvDeploy from '../../../../commands/environments/deploy.ts';
import EnvRollback from '../../../../commands/environments/rollback.ts';
import EvalRun from '../../../../commands/evaluations/run.ts';
import Run from '../../../../commands/develop/run.ts';
import Serve from '../../../../commands/serve/serve.ts';
import TestsetsCreate from '../../../../commands/testsets/create.ts';
import VariantsCreate from '../../../../commands/variants/create.ts';
import VariantsDiff from '../../../../commands/variants/diff.ts';
import VariantsRevert from '../../../../commands/variants/revert.ts';
import VariantsUpdate from '../../../../commands/variants/update.ts';
import Worker from '../../../../commands/serve/worker.ts';
import { parseWords } from '../../../../src/cli/kit/words/parse-words.ts';

interface Definitions {
  readonly args: Interfaces.ArgInput;
  readonly flags: Interfaces.FlagInput;
}

const BY_NAME = {
  Api,
  Deploy,
  EnvDeploy,
  EnvRollback,
  EvalRun,
  Run,
  Serve,
  TestsetsCreate,
  VariantsCreate,
  VariantsDiff,
  VariantsRevert,
  VariantsUpdate,
  Worker,
};
type Name = keyof typeof BY_NAME;

test.each<[Name, string, object]>([
  ['VariantsCreate', 'formal', { args: { name: 'formal' }, flags: {} }],
  [
    'VariantsCreate',
    'formal --set a=1 --set b=2 --base main --config-name c --params - --app support',
    {
      args: { name: 'formal' },
      flags: { set: ['a=1', 'b=2'], base: 'main', 'config-name': 'c', params: '-', app: 'support' },
    },
  ],
  ['VariantsUpdate', 'formal --unset a --unset b', { args: { variant: 'formal' }, flags: { unset: ['a', 'b'] } }],
  ['VariantsDiff', 'a@1 env:b', { args: { before: 'a@1', after: 'env:b' }, flags: {} }],
  ['VariantsRevert', 'a --to 2', { args: { variant: 'a' }, flags: { to: 2 } }],
  ['EnvDeploy', 'production --variant v@3', { args: { environment: 'production' }, flags: { variant: 'v@3' } }],
  ['EnvRollback', 'production --to 3', { args: { environment: 'production' }, flags: { to: 3 } }],
  ['TestsetsCreate', '- --name x', { args: { file: '-' }, flags: { name: 'x' } }],
  [
    'EvalRun',
    '--testset t --evaluators exact_match --variants a,b@2 --route / --concurrency 4',
    { args: {}, flags: { testset: 't', evaluators: 'exact_match', variants: 'a,b@2', route: '/', concurrency: 4 } },
  ],
  ['Run', '/x -i a=1 -i b=2 -c c=3', { args: { route: '/x' }, flags: { input: ['a=1', 'b=2'], config: ['c=3'] } }],
  ['Deploy', './p --plan --env production', { args: { dir: './p' }, flags: { plan: true, env: 'production' } }],
  [
    'Deploy',
    '--migrate rename:a=b --migrate clamp:c --accept-breaking',
    { args: {}, flags: { migrate: ['rename:a=b', 'clamp:c'], 'accept-breaking': true } },
  ],
  ['Serve', '--port 0', { args: {}, flags: { port: 0, host: '127.0.0.1' } }],
  ['Api', 'GET /apps --body -', { args: { method: 'GET', path: '/apps' }, flags: { body: '-' } }],
])('%s parses %j', async (name, line, expected) => {
  expect(await parse(name, line)).toMatchObject(expected);
});

test.each<[Name, string, string]>([
  ['VariantsCreate', '', 'NAME is missing'],
  ['VariantsCreate', 'a b', 'Unexpected argument "b"'],
  ['VariantsCreate', 'a --base x --from y', '--from'],
  ['VariantsCreate', 'a --sett x=1', 'Did you mean --set'],
  ['VariantsDiff', 'a', 'AFTER is missing'],
  ['VariantsRevert', 'a', '--to'],
  ['VariantsRevert', 'a --to 0', '--to takes a whole number of 1 or more, not "0"'],
  ['EnvDeploy', 'production', '--variant'],
  ['EnvRollback', 'production --to 0', '--to takes a whole number of 1 or more, not "0"'],
  ['EnvRollback', 'production --to soon', '--to takes a whole number of 1 or more, not "soon"'],
  ['EvalRun', '--testset t', '--evaluators'],
  [
    'EvalRun',
    '--testset t --evaluators e --concurrency 1001',
    '--concurrency takes a whole number from 1 to 1000, not "1001"',
  ],
  ['Run', '', 'ROUTE is missing'],
  ['Run', '/ --variant a --env b', '--env'],
  ['Serve', '--port 65536', '--port takes a whole number from 0 to 65535, not "65536"'],
  ['Worker', '', '--database-url'],
  ['Worker', '--database-url u --port 65536', '--port takes a whole number from 0 to 65535, not "65536"'],
  ['Worker', '--database-url u --drain-timeout -1', '--drain-timeout takes a whole number from 0 to 3600, not "-1"'],
  ...['0', '-1', 'abc', '1.5', '65'].map((wrong): [Name, string, string] => [
    'Worker',
    `--database-url u --concurrency ${wrong}`,
    `--concurrency takes a whole number from 1 to 64, not "${wrong}"`,
  ]),
  ['Api', 'GET', 'PATH is missing'],
])('%s rejects %j', async (name, line, message) => {
  await expect(parse(name, line)).rejects.toThrow(
    expect.objectContaining({ code: 'WF_USAGE', message: expect.stringContaining(message) }),
  );
});

async function parse(name: Name, line: string) {
  const definitions: Partial<Definitions> = BY_NAME[name];
  const { args = {}, flags = {} } = definitions;
  return await parseWords(line.split(' ').filter(Boolean), { args, flags });
}
