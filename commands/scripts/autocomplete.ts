import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import type { Display } from '../../src/ui/layout/view.ts';
import { usageError } from '../../src/foundation/errors/wf-error.ts';

export default class Autocomplete extends BaseCommand {
  static override summary = "Print a shell's completion script for wf.";
  static override description =
    'Completes commands, flags, choices, and the names of apps, variants, environments, evaluators, routes, test sets and profiles. The script calls wf autocomplete SHELL -- WORD….';
  static override examples = ['wf autocomplete bash', 'wf autocomplete fish', 'wf autocomplete zsh -- variants show'];
  static override args = {
    shell: Flags.argument({
      required: true,
      options: ['bash', 'zsh', 'fish', 'powershell'],
      description: 'The shell.',
    }),
    words: Flags.argument({
      multiple: true,
      description: 'Words of the command line after --; the last is completed.',
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(Autocomplete);
    const { INSTALL_LINES, SHELL_SCRIPTS, SHELLS } =
      await import('../../src/use-cases/scripts/completion/shell-scripts.ts');
    const shell = SHELLS.find((name) => name === args.shell);
    if (shell === undefined) throw usageError(`SHELL is one of ${SHELLS.join(', ')}.`);
    if (args.words === undefined) {
      const script = SHELL_SCRIPTS[shell];
      const remark = `To install it: ${INSTALL_LINES[shell]}`;
      const view = ({ form }: Display) => ({ text: script, remark: form === 'terminal' ? remark : null });
      return await this.show({ json: { shell, script }, view });
    }
    const { completeWords, readCommands } = await import('../../src/use-cases/scripts/completion/complete-words.ts');
    const { toShellLine } = await import('../../src/use-cases/scripts/completion/typed-word.ts');
    const { quote, candidates } = await completeWords({
      shell,
      commands: readCommands(),
      words: args.words,
      settings: (typed) => {
        // Look up names with the same settings as the typed command.
        this.useFlags(typed);
        return this.settings();
      },
      openSession: () => this.session(),
      now: new Date(),
    });
    const text = candidates.map((candidate) => toShellLine(shell, quote, candidate)).join('\n');
    await this.show({ json: candidates, view: () => ({ text, remark: null }) });
  }
}
