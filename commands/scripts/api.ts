import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { showAnswer } from '../../src/ui/layout/show-view.ts';
import { callApi } from '../../src/use-cases/scripts/call-api.ts';

export default class Api extends BaseCommand {
  static override summary = 'Send one request to the service, its body unchanged.';
  static override description =
    "The path is below the base URL. The answer's body is printed, JSON indented; GET /openapi.json lists the paths.";
  static override examples = [
    'wf api GET /apps',
    `wf api POST /apps --body '{"app_name": "support"}'`,
    'wf api PUT /variants/01932c5e-1111-7000-8000-000000000001/parameters --body @params.json',
  ];
  static override args = {
    method: Flags.argument({ required: true, description: 'GET, HEAD, POST, PUT, PATCH or DELETE.' }),
    path: Flags.argument({ required: true, description: 'Path, with its query if it has one.' }),
  };
  static override flags = {
    body: Flags.string({ summary: 'JSON, @FILE, or - for stdin.', allowsPath: true, helpValue: 'JSON|@FILE|-' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Api);
    const { client } = await this.session();
    const answer = await callApi({ client, ...args, body: flags.body ?? null, ...this.source });
    const json = answer.kind === 'text' ? answer.json : null;
    await this.show({ json, view: () => showAnswer(answer) });
  }
}
