import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { trustedFoldersView } from '../../src/ui/settings/identity-views.ts';
import { distrust, listTrustedFolders, trust } from '../../src/use-cases/settings/manage-trust.ts';

export default class Trust extends BaseCommand {
  static override summary = 'Let the projects of a folder run, and see variables.';
  static override description =
    'The code of a project runs, and gets variables, only in folders that you trust: DIR, or the project here, and the folders in it. Projects that wf init creates are trusted. --trust trusts a folder for one command. In CI, set WF_TRUST=1.';
  static override examples = ['wf trust', 'wf trust ./support', 'wf trust --list', 'wf trust ./support --remove'];
  static override args = Flags.PROJECT_FOLDER_ARG;
  static override flags = {
    list: Flags.boolean({ summary: 'List the trusted folders.', exclusive: ['remove'] }),
    remove: Flags.boolean({ summary: 'End the trust.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Trust);
    const { env, cwd } = this.ports.io;
    const where = { named: args.dir === undefined ? null : resolve(cwd, args.dir), cwd };
    if (flags.list) {
      const folders = listTrustedFolders(env);
      return await this.show({ json: folders, view: () => trustedFoldersView(folders) });
    }
    if (flags.remove) {
      const folder = await distrust(env, where);
      return await this.show({ json: { folder }, line: `${folder} is no longer trusted.` });
    }
    const { trusted, isChanged } = await trust(env, where, new Date());
    const { folder } = trusted;
    const line = isChanged
      ? `Projects in ${folder} may run, and see their variables.`
      : `Nothing changed: ${folder} is trusted.`;
    await this.show({ json: trusted, line, next: 'wf trust --list' });
  }
}
