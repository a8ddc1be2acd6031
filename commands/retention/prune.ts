import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { prunedView, rulesView } from '../../src/ui/retention/retention-views.ts';
import { parseAge } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { pruneData, setRules } from '../../src/use-cases/retention/manage-data.ts';

export default class PruneCommand extends BaseCommand {
  static override summary = 'Delete old evaluations, outputs, logs, traces and unused bundles.';
  static override description = `Evaluations that are evidence for a revision stay, and so do bundles that a revision can return to. If it is stopped, repeat it. --set stores how long wf prune and wf serve keep evaluations, outputs, logs, traces, bundles or the audit_log, of which only exported entries go: see wf log --export. Requires the role operator; --rules, auditor. ${Flags.ASKS_FIRST}`;
  static override examples = [
    'wf prune --plan',
    'wf prune --older-than 90d --app support --yes',
    'wf prune --set evaluations=90d --set traces=7d',
    'wf prune --set logs=forever --app support',
  ];
  static override flags = {
    ...Flags.YES_FLAG,
    app: Flags.string({ names: 'app', summary: 'This app only. Default: everything that the key reaches.' }),
    'older-than': Flags.string({
      summary: 'Age of what is deleted: a duration such as 12h, 30d or 8w. Default: the rule of its kind, else 30d.',
      helpValue: 'AGE',
    }),
    plan: Flags.boolean({ summary: 'Show what would be deleted; delete nothing.', default: false }),
    rules: Flags.boolean({
      summary: 'Show the rules; delete nothing.',
      default: false,
      exclusive: ['plan', 'older-than', 'set'],
    }),
    set: Flags.string({
      summary: 'Set a rule; delete nothing. An age, or forever, or default to remove the rule. Repeatable.',
      helpValue: 'KIND=AGE',
      ...Flags.REPEATED,
      exclusive: ['plan', 'older-than'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(PruneCommand);
    const { app = null, plan: isPlan, 'older-than': age, rules: isReading, set = [] } = flags;
    const { client } = await this.session();
    if (isReading || set.length > 0) {
      const rules = await setRules({ client, app, rules: set });
      await this.show({ json: rules, view: () => rulesView(rules) });
      return;
    }
    const olderThanSeconds = age === undefined ? null : parseAge(age, '--older-than');
    const of = app === null ? '' : ` of app ${app}`;
    const old = age === undefined ? 'older than their rules say, else than 30d' : `older than ${age}`;
    const question = `Delete evaluations, outputs, logs, traces and unused bundles${of} that are ${old}?`;
    const confirm = async () => (isPlan ? undefined : await this.confirm(question));
    const pruned = await pruneData({ client, app, olderThanSeconds, isPlan, confirm, signal: this.signal });
    await this.show({ json: pruned, view: () => prunedView(pruned, age === undefined) });
  }
}
