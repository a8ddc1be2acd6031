import { expect, test } from 'vitest';
import { EvaluatingCommand } from '../../../../../src/cli/kit/command/evaluating-command.ts';
import { APP_FLAG } from '../../../../../src/cli/kit/define/base-flags.ts';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { runWithClient } from '../../../../helpers/run-with-client.ts';
import { variantOf } from '../../../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';

class Try extends EvaluatingCommand {
  static override id = 'try';
  static override flags = { ...APP_FLAG, variants: Flags.string({ names: 'variant', isList: true }) };

  async run(): Promise<void> {
    const { flags } = await this.parse(Try);
    const { app, appId, variants } = await this.openVariants(flags.variants);
    const revisions = variants.map(({ revision }) => revision);
    await this.show({ json: { app, appId, revisions }, view: async () => ({ text: '', remark: null }) });
  }
}

const short = variantOf({ variant_name: 'short', variant_id: '01932c5e-0000-7000-8000-0000000000b1', revision: 2 });
const long = variantOf({ variant_name: 'long', variant_id: '01932c5e-0000-7000-8000-0000000000b2', revision: 5 });

test('the variants that are named are found at their newest revisions', async () => {
  const methods = { listAppVariants: async () => [short, long] };
  const run = await runWithClient(Try, ['--app', APP_ID, '--variants', 'long,short', '--json'], methods);
  expect(JSON.parse(run.stdout)).toEqual({ app: APP_ID, appId: APP_ID, revisions: [5, 2] });
});

test('without names it is the only variant of the app', async () => {
  const methods = { listAppVariants: async () => [long], getVariant: async () => long };
  const run = await runWithClient(Try, ['--app', APP_ID, '--json'], methods);
  expect(JSON.parse(run.stdout)).toMatchObject({ revisions: [5] });
});

test('without names, several variants are refused', async () => {
  const methods = { listAppVariants: async () => [short, long] };
  const run = await runWithClient(Try, ['--app', APP_ID, '--json'], methods);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
});
