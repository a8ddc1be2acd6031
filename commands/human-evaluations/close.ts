import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, boolean, HUMAN_EVALUATION_ARG } from '../../src/cli/kit/define/flags.ts';
import { resolveHumanEvaluation } from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';

export default class HumanEvalClose extends BaseCommand {
  static override summary = 'Close the voting on a human evaluation: its votes stay, and nobody adds any.';
  static override examples = ['wf human-eval close 01932c5e-1111', 'wf human-eval close 01932c5e-1111 --reopen'];
  static override args = HUMAN_EVALUATION_ARG;
  static override flags = { ...APP_FLAG, reopen: boolean({ summary: 'Open a closed one to votes again.' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(HumanEvalClose);
    const { client, app } = await this.appSession();
    const { id } = await resolveHumanEvaluation({ client, app, evaluation: args.id });
    const status = flags.reopen ? 'EVALUATION_STARTED' : 'EVALUATION_FINISHED';
    await client.updateHumanEvaluation({ evaluation_id: id, body: { status } });
    const line = `${flags.reopen ? 'Reopened' : 'Closed'} the voting on human evaluation ${id}.`;
    const next = flags.reopen ? `wf human-eval show ${id}` : `wf human-eval results ${id}`;
    await this.show({ json: await client.getHumanEvaluation({ evaluation_id: id }), line, next });
  }
}
