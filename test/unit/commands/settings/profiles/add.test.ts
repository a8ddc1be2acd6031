import { expect, test } from 'vitest';
import Deploy from '../../../../../commands/deployments/deploy.ts';
import EnvDeploy from '../../../../../commands/environments/deploy.ts';
import EnvList from '../../../../../commands/environments/list.ts';
import VarsList from '../../../../../commands/environments/variables/list.ts';
import VarsSet from '../../../../../commands/environments/variables/set.ts';
import VarsUnset from '../../../../../commands/environments/variables/unset.ts';
import KeysCreate from '../../../../../commands/keys/create.ts';
import KeysList from '../../../../../commands/keys/list.ts';
import KeysRevoke from '../../../../../commands/keys/revoke.ts';
import Whoami from '../../../../../commands/keys/whoami.ts';
import ConfigGet from '../../../../../commands/settings/config/get.ts';
import ConfigList from '../../../../../commands/settings/config/list.ts';
import ConfigSet from '../../../../../commands/settings/config/set.ts';
import ProfilesAdd from '../../../../../commands/settings/profiles/add.ts';
import ProfilesList from '../../../../../commands/settings/profiles/list.ts';
import ProfilesRemove from '../../../../../commands/settings/profiles/remove.ts';
import ProfilesUse from '../../../../../commands/settings/profiles/use.ts';
import { openStory } from '../../../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({ tone: multipleChoice(['formal', 'casual']).default('formal') });
const Input = z.object({ text: z.string(), limit: z.int().optional() });
export default entrypoint({ config: Config, input: Input, output: z.string() }, ({ input }) => input.text);
export const check = route('/check', { config: Config, input: Input }, ({ input }) => input);
`,
};

test('keys, variables, settings and profiles are kept', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [Whoami], [VarsList], [KeysList]);
  await story.play('--quiet', [Deploy, '--env production']);
  await story.play(
    'pipe',
    [VarsList],
    [VarsSet, 'GREETING=hello'],
    [VarsSet, 'TOKEN', 'secret\n'],
    [VarsSet, '=x'],
    [VarsSet, '1BAD=x'],
    [VarsList],
    [VarsUnset, 'GREETING'],
    [VarsUnset, 'GREETING'],
  );
  await story.play('terminal', [VarsList], [EnvList], [Whoami], [KeysList]);
  await story.play(
    '--json',
    [VarsList],
    [Whoami],
    [KeysList],
    [KeysRevoke, 'nobody --yes'],
    [EnvDeploy, 'nowhere --variant default'],
  );
  await story.play(
    'pipe',
    [ConfigGet, 'app'],
    [ConfigGet, 'nothing'],
    [ConfigSet, 'timeout 20'],
    [ConfigSet, 'timeout many'],
    [ConfigSet, 'timeout'],
    [ConfigGet, 'timeout'],
    [ConfigSet, 'timeout --unset'],
    [ConfigSet, 'nothing 3'],
  );
  await story.play(
    'pipe',
    [ProfilesAdd, 'staging --credential bearer'],
    [ProfilesAdd, 'staging'],
    [ProfilesUse, 'staging'],
    [ProfilesUse, 'nothing'],
    [ProfilesList],
    [ProfilesUse, 'default'],
    [ProfilesRemove, 'staging --yes'],
    [ProfilesRemove, 'staging --yes'],
  );
  await story.play('terminal', [ProfilesList]);
  await story.play('--json', [ConfigList], [ProfilesList], [KeysCreate, 'nobody --role king']);
  await expect(story.transcript).toMatchFileSnapshot('../../stories/settings.txt');
});
