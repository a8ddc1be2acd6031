import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { generateClient } from '../../src/use-cases/scripts/generate-client.ts';
import { writeOutput } from '../../src/use-cases/files/output/open-output.ts';

export default class Client extends BaseCommand {
  static override summary = 'Write a typed TypeScript client for the deployed routes of an app.';
  static override description =
    'One file that needs nothing but fetch: a method per route with the types of its inputs, configuration and output, streams included. Writes to standard output unless --output names a file.';
  static override examples = [
    'wf client --output src/support-client.ts',
    'wf client --app support --env production',
    'wf client --app support --output client.ts --json',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.OUTPUT_FLAG,
    base: Flags.string({ names: 'base', summary: 'Base (code) to generate the client for, when an app has several.' }),
    env: Flags.string({
      names: 'environment',
      summary: 'Use the code that this environment runs. Default: the code deployed last.',
      helpValue: 'ENV',
      exclusive: ['base'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Client);
    const session = await this.appSession();
    const generated = await generateClient({
      ...session,
      base: flags.base ?? null,
      environment: flags.env ?? null,
    });
    const { app, routes, source } = generated;
    const file = Flags.fileOf(flags.output);
    if (file === null) {
      return await this.show({
        json: { ...generated, file: null },
        view: () => ({ text: source.trimEnd(), remark: null }),
      });
    }
    await writeOutput(file, this.ports.io.cwd, toParts(source));
    const count = routes.length === 1 ? '1 route' : `${routes.length} routes`;
    const line = `Wrote a client of ${count} of ${app} to ${file}.`;
    await this.show({ json: { ...generated, file }, line });
  }
}

async function* toParts(text: string): AsyncGenerator<string> {
  yield text;
}
