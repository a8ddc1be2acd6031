import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { errorsView, errorView } from '../../src/ui/doctor/doctor-view.ts';

export default class Explain extends BaseCommand {
  static override summary = 'Explain an error code: what it means, what causes it, what to try.';
  static override description = 'Without a code, lists them.';
  static override examples = ['wf explain WF_UNREACHABLE', 'wf explain not-found', 'wf explain --json'];
  static override args = { code: Flags.argument({ description: 'The code, with or without the prefix WF_.' }) };

  async run(): Promise<void> {
    const { args } = await this.parse(Explain);
    const { explainError, explainErrors } = await import('../../src/use-cases/doctor/explain-error.ts');
    if (args.code === undefined) {
      const errors = explainErrors();
      return await this.show({ json: errors, view: () => errorsView(errors) });
    }
    const error = explainError(args.code);
    await this.show({ json: error, view: () => errorView(error) });
  }
}
