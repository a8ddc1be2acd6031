import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { createStoredEvaluator } from '../../src/use-cases/evaluators/create-stored-evaluator.ts';
import { resolveAppId } from '../../src/use-cases/apps/resolve-app.ts';
import { formatSettings } from '../../src/ui/evaluators/format-settings.ts';
import { shellWord } from '../../src/foundation/shell-word.ts';

export default class EvaluatorsCreate extends BaseCommand {
  static override summary = "Store an evaluator's settings under a name, which --evaluators takes.";
  static override description = 'A long setting can be read from a file: --set schema=@answer.schema.json.';
  static override examples = [
    'wf evaluators create close --evaluator levenshtein_distance --set threshold=3',
    'wf evaluators create shape --evaluator json_schema --set schema=@answer.schema.json',
  ];
  static override args = { name: Flags.argument({ required: true, description: 'Name of the configuration.' }) };
  static override flags = {
    ...Flags.APP_FLAG,
    evaluator: Flags.string({ names: 'evaluator', summary: 'Key of the evaluator.', helpValue: 'KEY', required: true }),
    set: Flags.string({
      summary: 'Set one setting; @FILE reads its value, @- from stdin, @@ is a text with @.',
      allowsPath: true,
      helpValue: 'KEY=VALUE',
      ...Flags.REPEATED,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvaluatorsCreate);
    const { client, app } = await this.appSession();
    const {
      record: config,
      warning,
      completed,
    } = await createStoredEvaluator({
      client,
      appId: await resolveAppId({ client, app }),
      name: args.name,
      evaluator: flags.evaluator,
      assignments: flags.set ?? [],
      ...this.source,
      onWarning: this.onWarning,
    });
    const isCompleted = Object.keys(completed).length > 0;
    const added = isCompleted
      ? ` The service applies no defaults, so its template's were added: ${formatSettings(completed)}.`
      : '';
    const line = `Stored ${config.name} (${config.id}): ${config.evaluator_key} with its settings.${added}`;
    await this.show({
      json: isCompleted ? { ...config, completed } : config,
      warning,
      line,
      next: `wf eval run --testset FILE --evaluators ${shellWord(config.name)} --variants VARIANT`,
    });
  }
}
