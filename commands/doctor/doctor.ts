import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { type BuildWarning, describeBuildWarning } from '../../src/foundation/build-warning.ts';
import { UserError } from '../../src/foundation/errors/wf-error.ts';
import { doctorView } from '../../src/ui/doctor/doctor-view.ts';

export default class Doctor extends BaseCommand {
  static override summary = 'Check what commands need, and say how to fix what is wrong.';
  static override description =
    'Checks Node, the project, the settings, the service, the key, the clocks, the disk, the port of wf serve, and whether the deployed routes match the sources. Exits with 1 if a check fails, but still prints all findings.';
  static override examples = ['wf doctor', 'wf doctor --json', 'wf doctor --jq \'.[] | select(.status == "failed")\''];

  async run(): Promise<void> {
    await this.parse(Doctor);
    const { examine } = await import('../../src/use-cases/doctor/examine.ts');
    const warnings: BuildWarning[] = [];
    const findings = await examine({
      onWarning: (warning) => warnings.push(warning),
      settings: () => this.settings(),
      openSession: () => this.session(),
      now: () => new Date(),
    });
    await this.show({ json: findings, view: () => doctorView(findings) });
    for (const warning of warnings) await this.warnAbout(describeBuildWarning(warning));
    const failures = findings.filter(({ status }) => status === 'failed');
    if (failures.length === 0) return;
    const nextSteps = failures.flatMap(({ repair }) => (repair === null ? [] : [repair]));
    const message = `Failed checks: ${failures.map(({ check }) => check).join(', ')}.`;
    throw new UserError({ code: 'WF_FAILED', message, nextSteps });
  }
}
