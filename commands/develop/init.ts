import type { Interfaces } from '@oclif/core';
import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { trustOwnProject } from '../../src/use-cases/settings/manage-trust.ts';
import type { JoinPlan } from '../../src/use-cases/scaffold/plan-join.ts';
import type { AskProjectOptions } from '../../src/cli/kit/prompts/ask-project.ts';
import { PACKAGE_MANAGERS } from '../../src/use-cases/scaffold/package-manager.ts';

export default class Init extends BaseCommand {
  static override summary = 'Create a project from a template, or add wf to a package.';
  static override description =
    'Templates: blank (one route), basic (routes support messages, no model), summarise (one chat model), rag (embed, retrieve, answer), agent (AI SDK with a tool). The folder is new or empty. On a terminal, wf asks for what you leave out; scripts get template basic, the package manager of the folder, and no git repository.';
  static override examples = [
    'wf init my-workflow --template basic',
    'wf init . --template agent --package-manager pnpm --git',
    'wf init --into packages/shop --plan',
  ];
  static override args = {
    dir: Flags.argument({ allowsPath: true, description: 'Folder of the project. Default: the current one.' }),
  };
  static override flags = {
    yes: Flags.boolean({ char: 'y', summary: 'Ask nothing; with --into, make the changes.' }),
    template: Flags.string({ summary: 'Template to start from. Default: basic.', helpValue: 'NAME' }),
    name: Flags.string({ summary: "Name of the app. Default: the folder's.", helpValue: 'NAME' }),
    'package-manager': Flags.string({
      summary: "Package manager of the project. Default: the folder's.",
      options: [...PACKAGE_MANAGERS],
    }),
    git: Flags.boolean({ summary: 'Create a git repository, unless the folder is in one.', allowNo: true }),
    into: Flags.string({
      summary: 'Add wf to the package in this folder instead: configuration, entry, scripts, dependencies.',
      allowsPath: true,
      helpValue: 'DIR',
      exclusive: ['template', 'git'],
    }),
    entry: Flags.string({
      summary: 'With --into: the module of the routes, existing or new.',
      allowsPath: true,
      dependsOn: ['into'],
    }),
    plan: Flags.boolean({ summary: 'With --into: show the changes and make none.', dependsOn: ['into'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Init);
    if (flags.into !== undefined) return await this.#join(flags.into, flags);
    const given = { ...flags, dir: args.dir };
    if (this.canAsk && !flags.yes && isIncomplete(given)) {
      await this.#ask(given);
      return await this.run();
    }
    const { initProject } = await import('../../src/use-cases/scaffold/init-project.ts');
    const { needsOwnNode } = await import('../../src/use-cases/scaffold/needs-own-node.ts');
    const { packagePaths } = await import('../../src/use-cases/package-paths.ts');
    const { templates, root } = packagePaths();
    const dir = resolve(this.folder, args.dir ?? '.');
    const { nextSteps, packageManager, ...project } = await initProject({
      dir,
      cwd: this.folder,
      template: flags.template ?? 'basic',
      templatesDir: templates,
      packageRoot: root,
      packageManager: await this.#packageManager(dir, flags['package-manager']),
      git: flags.git ?? false,
      needsNode: await needsOwnNode(this.ports.io.env),
      ...(flags.name === undefined ? {} : { appName: flags.name }),
    });
    await this.warnAbout(await trustOwnProject(this.ports.io.env, project.dir, new Date()));
    const line = `Created ${project.app} from template ${project.template} in ${project.dir}.`;
    const json = { ...project, package_manager: packageManager, next_steps: nextSteps };
    await this.show({ json, line, next: nextSteps.join(' && ') });
  }

  async #join(into: string, { name, entry, plan, yes, 'package-manager': named }: InitFlags): Promise<void> {
    const { planJoin } = await import('../../src/use-cases/scaffold/plan-join.ts');
    const { joinPackage } = await import('../../src/use-cases/scaffold/join-package.ts');
    const { changeLines, joinedLine, joinView } = await import('../../src/ui/develop/join-view.ts');
    const { packagePaths } = await import('../../src/use-cases/package-paths.ts');
    const { templates, root } = packagePaths();
    const dir = resolve(this.folder, into);
    const planned = await planJoin({
      dir,
      templatesDir: templates,
      packageRoot: root,
      packageManager: await this.#packageManager(dir, named),
      ...(name === undefined ? {} : { appName: name }),
      ...(entry === undefined ? {} : { entry }),
    });
    const json = toJoinJson(planned, !plan);
    if (plan) return await this.show({ json, view: () => joinView(planned) });
    if (!yes) await this.note(changeLines(planned).join('\n'));
    await this.confirm(`Make these changes in ${dir}?`);
    // The package's other code is not ours to trust: the first command that runs it asks.
    await joinPackage(planned);
    await this.show({ json, line: joinedLine(planned) });
  }

  async #packageManager(dir: string, named: string | undefined) {
    const { isPackageManager } = await import('../../src/use-cases/scaffold/package-manager.ts');
    const { findPackageManager } = await import('../../src/use-cases/scaffold/find-package-manager.ts');
    return isPackageManager(named) ? named : findPackageManager(dir, this.ports.io.env);
  }

  async #ask(given: Given): Promise<void> {
    const { askProject } = await import('../../src/cli/kit/prompts/ask-project.ts');
    const { listTemplates } = await import('../../src/use-cases/scaffold/read-template.ts');
    const { packagePaths } = await import('../../src/use-cases/package-paths.ts');
    const words = await askProject({
      given,
      folder: this.folder,
      templates: await listTemplates(packagePaths().templates),
      packageManager: await this.#packageManager(resolve(this.folder, given.dir ?? '.'), undefined),
      io: this.ports.io,
    });
    await this.addArguments(words);
  }
}

type InitFlags = Interfaces.InferredFlags<typeof Init.flags>;

function toJoinJson(
  { dir, app, entry, wf, packageManager, files, additions, notes, nextSteps }: JoinPlan,
  joined: boolean,
) {
  return {
    dir,
    app,
    entry,
    wf,
    package_manager: packageManager,
    joined,
    files: files.map(({ path }) => path),
    additions: additions.map(({ path: [section, name], value }) => ({ section, name, value })),
    notes,
    next_steps: nextSteps,
  };
}

type Given = AskProjectOptions['given'];

/** Given a folder and a template, nothing else needs an answer. */
function isIncomplete({ dir, template }: Given): boolean {
  return dir === undefined || template === undefined;
}
