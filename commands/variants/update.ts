import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { describeMetadata } from '../../src/ui/labels/label-columns.ts';
import { readAssignments } from '../../src/use-cases/files/read-assignments.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import { parseLabelChange } from '../../src/use-cases/labels/change-labels.ts';
import { updateVariant } from '../../src/use-cases/variants/update-variant.ts';
import { LABEL_FLAGS, PARAMETER_FLAGS } from '../../src/cli/kit/define/record-flags.ts';

export default class VariantsUpdate extends BaseCommand {
  static override summary = 'Change the parameters of a variant, as a new revision, or its labels; archive it.';
  static override description =
    'Other parameters stay as they are. Environments keep the revision they run until wf env deploy. Labels belong to the variant: they make no revision. An archived variant keeps its name, and what runs in an environment cannot be archived.';
  static override examples = [
    'wf variants update formal --set words=120',
    'wf variants update formal --set /summary:prompt=@prompt.md',
    'wf variants update formal --unset tone',
    'wf variants update formal --params params.json',
    'wf variants update formal --label team=search --unlabel owner',
    'wf variants update formal --archive',
  ];
  static override args = Flags.VARIANT_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...PARAMETER_FLAGS,
    ...LABEL_FLAGS,
    unset: Flags.string({
      summary: "Reset a parameter to the code's default.",
      helpValue: '[/ROUTE:]KEY',
      ...Flags.REPEATED,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsUpdate);
    const labels = parseLabelChange(flags);
    const parameters = await readParameters(flags.params, this.source);
    const isStdinTaken = flags.params === '-';
    const assignments = await readAssignments(flags.set ?? [], { ...this.source, isStdinTaken });
    const { client, app } = await this.appSession();
    const {
      record: variant,
      warning,
      isChanged,
      isRevised,
    } = await updateVariant({
      client,
      app,
      variant: args.variant,
      parameters,
      assignments,
      unset: flags.unset ?? [],
      labels,
    });
    const { variant_name: name, variant_id: id, revision } = variant;
    const line = isRevised
      ? `Updated variant ${name} (${id}) to revision ${revision}.`
      : isChanged
        ? describeMetadata(`variant ${name}`, variant, labels)
        : `Nothing changed: ${name}@${revision} already has these values.`;
    const next = isRevised
      ? shellLine(['wf', 'env', 'deploy', 'development', '--variant', name])
      : shellLine(['wf', 'variants', 'show', name]);
    await this.show({ json: variant, warning, line, next });
  }
}
