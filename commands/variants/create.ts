import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { parseLabels } from '../../src/use-cases/labels/change-labels.ts';
import { createVariant } from '../../src/use-cases/variants/create-variant.ts';
import { readAssignments } from '../../src/use-cases/files/read-assignments.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import { LABEL_FLAG, PARAMETER_FLAGS } from '../../src/cli/kit/define/record-flags.ts';

export default class VariantsCreate extends BaseCommand {
  static override summary = 'Create a variant: deployed code with a configuration of its own.';
  static override description =
    'Starts from the defaults of the code, or from another variant; then come the parameters of --params, then those of --set.';
  static override examples = [
    'wf variants create formal --set tone=formal --set words=80',
    'wf variants create short --from formal@2 --set words=20',
    'wf variants create tuned --params params.json --label team=search --json',
  ];
  static override args = { name: Flags.argument({ required: true, description: 'Name of the new variant.' }) };
  static override flags = {
    ...Flags.APP_FLAG,
    ...PARAMETER_FLAGS,
    ...LABEL_FLAG,
    base: Flags.string({ names: 'base', summary: 'Base (code) to configure.', exclusive: ['from'] }),
    from: Flags.string({
      names: 'variant',
      summary: 'Variant to copy, at revision N with @N.',
      helpValue: 'VARIANT[@N]',
    }),
    'config-name': Flags.string({ summary: "Name of the configuration. Default: the variant's.", helpValue: 'NAME' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsCreate);
    const labels = parseLabels(flags.label);
    const parameters = await readParameters(flags.params, this.source);
    const isStdinTaken = flags.params === '-';
    const assignments = await readAssignments(flags.set ?? [], { ...this.source, isStdinTaken });
    const { client, app } = await this.appSession();
    const { record: variant, warning } = await createVariant({
      client,
      app,
      name: args.name,
      base: flags.base ?? null,
      from: flags.from ?? null,
      configName: flags['config-name'] ?? null,
      parameters,
      assignments,
      labels,
    });
    const line = `Created variant ${variant.variant_name} (${variant.variant_id}) at revision ${variant.revision}.`;
    const next = shellLine(['wf', 'env', 'deploy', 'development', '--variant', variant.variant_name]);
    await this.show({ json: variant, warning, line, next });
  }
}
