import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { askSecret } from '../../../src/cli/kit/prompts/ask-secret.ts';
import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { OF_ENVIRONMENT } from '../../../src/cli/kit/define/record-flags.ts';
import { shellWord } from '../../../src/foundation/shell-word.ts';
import { usageError } from '../../../src/foundation/errors/wf-error.ts';
import { isInteractive } from '../../../src/cli/kit/process/screen.ts';
import { readTextSource } from '../../../src/use-cases/files/read-text-source.ts';
import { parseVariable } from '../../../src/use-cases/environments/list-target-routes.ts';
import { resolveAppId } from '../../../src/use-cases/apps/resolve-app.ts';

export default class EnvVarsSet extends BaseCommand {
  static override summary = "Set an environment variable of an app's deployed workflow.";
  static override description =
    "Without =VALUE, asks for the value on a terminal without showing it, or reads it from stdin; so it appears in no history and no process list. The service stores it encrypted and never returns it. A running workflow sees it from its next call; it overrides the project's .env. With --env, only that environment has it, as a new revision if it runs something; a protected environment has no other variables than its own, and only operators set them.";
  static override examples = [
    'wf env vars set OPENAI_API_KEY',
    'wf env vars set OPENAI_API_KEY < key.txt',
    'wf env vars set OPENAI_API_KEY --env production < key.txt',
    'wf env vars set MODEL_URL=https://models.example.com/v1 --app support',
  ];
  static override args = {
    variable: Flags.argument({ required: true, description: 'NAME, or NAME=VALUE when the value is not secret.' }),
  };
  static override flags = { ...Flags.APP_FLAG, ...OF_ENVIRONMENT };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvVarsSet);
    const { name, value } = parseVariable(args.variable);
    const { client, app } = await this.appSession();
    await client.require('variables');
    const given = value ?? (await this.#readValue(name));
    const of = { app_id: await resolveAppId({ client, app }), variable_name: name, body: { value: given } };
    const { env } = flags;
    const variable =
      env === undefined
        ? await client.setVariable(of)
        : await client.setEnvironmentVariable({ ...of, environment_name: env });
    const [where, next] = env === undefined ? ['', ''] : [` in ${env}`, ` --env ${shellWord(env)}`];
    await this.show({ json: variable, line: `Set ${name}${where}.`, next: `wf env vars list${next}` });
  }

  async #readValue(name: string): Promise<string> {
    const { io } = this.ports;
    if (isInteractive(io))
      return await askSecret(`Value of ${name} (not shown):`, io, `wf env vars set ${shellWord(name)} < FILE`);
    const text = await readTextSource({ source: '-', ...this.source });
    // The line break that ends a file is not part of the value.
    const secret = text.replace(/\r?\n$/, '');
    if (secret !== '') return secret;
    throw usageError(`Standard input is empty, so ${name} was not set.`, [
      `wf env vars set ${shellWord(name)} < FILE`,
      `For an empty value: wf env vars set ${shellWord(`${name}=`)}`,
    ]);
  }
}
