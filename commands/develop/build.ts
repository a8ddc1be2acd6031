import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BuildingCommand } from '../../src/cli/kit/command/building-command.ts';
import type { Follower } from '../../src/cli/kit/output/follow-events.ts';
import { BUILD_TARGETS, type BuildTargetOptions, PACKAGE_CPUS } from '../../src/use-cases/develop/build-target.ts';
import { describeBuildEvent } from '../../src/ui/live/describe-event.ts';
import { showSteps } from '../../src/ui/live/show-steps.ts';
import { buildView, targetView } from '../../src/ui/deployments/build-views.ts';
import { buildWorkflow, type BuildWorkflowOptions } from '../../src/use-cases/develop/build-workflow.ts';
import type { BuildWarning } from '../../src/foundation/build-warning.ts';
import { requireProject } from '../../src/use-cases/develop/require-project.ts';
import type { TypeReport } from '../../src/contract/develop/type-report.ts';

type Close = Follower<never>['close'];
type Events = Required<Pick<BuildWorkflowOptions, 'onEvent'>>;

export default class Build extends BuildingCommand {
  static override summary = 'Bundle the workflow into one file and read its route schemas, or build it for a platform.';
  static override description =
    'Writes workflow.mjs, its source map and manifest.json to .wf/build. Same sources, same bytes. Checks types with the TypeScript of the project, and reports errors after the result. With --target, also a folder ready for the platform.';
  static override examples = [
    'wf build',
    'wf build ./support --json',
    'wf build --check',
    'wf build --target container --output deploy/support',
    'wf build --target cloudflare',
  ];
  static override args = Flags.PROJECT_FOLDER_ARG;
  static override flags = {
    target: Flags.string({ summary: 'Platform to build for.', options: [...BUILD_TARGETS] }),
    output: Flags.string({
      char: 'o',
      summary: 'With --target: folder for its files. Default: .wf/build/TARGET.',
      allowsPath: true,
      helpValue: 'DIR',
      dependsOn: ['target'],
    }),
    cpu: Flags.string({
      summary: 'With --target: processor that packages with native code are installed for.',
      options: [...PACKAGE_CPUS],
      dependsOn: ['target'],
    }),
    ...Flags.CHECK_FLAG,
    ...Flags.EVENTS_FLAG,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Build);
    const output = flags.output === undefined ? null : resolve(this.folder, flags.output);
    this.enter(args.dir);
    const project = requireProject(await this.settings(), this.folder);
    const { onEvent, close } = await this.follow({ line: describeBuildEvent, live: showSteps(describeBuildEvent) });
    const types = this.startTypes(project.root, flags);
    const target = BUILD_TARGETS.find((name) => name === flags.target);
    const options = { ...project, onEvent, types };
    const cpu = PACKAGE_CPUS.find((name) => name === flags.cpu) ?? null;
    await (target === undefined
      ? this.#showBundle(options, close)
      : this.#showTarget({ ...options, target, outDir: output, cpu }, close));
    await this.typesForUser();
  }

  async #showBundle(options: BuildWorkflowOptions & Events, close: Close): Promise<void> {
    const { warnings, manifest, bundle, size, gzipSize, files } = await buildWorkflow({ ...options, isKept: true });
    const types = await this.#close(options, warnings, close);
    const json = { ...manifest, bundle, size, gzip_size: gzipSize, types, warnings };
    await this.show({ json, view: () => buildView({ manifest, bundle, size, gzipSize, files }) });
  }

  async #showTarget(options: BuildTargetOptions & Events, close: Close): Promise<void> {
    const { buildTarget } = await import('../../src/use-cases/develop/build-target.ts');
    const { warnings, ...built } = await buildTarget(options);
    const types = await this.#close(options, warnings, close);
    const { manifest, target, dir, files, sha256, size, gzipSize } = built;
    const json = { ...manifest, target, dir, files, sha256, size, gzip_size: gzipSize, types, warnings };
    await this.show({ json, view: () => targetView(built) });
  }

  async #close({ onEvent }: Events, warnings: readonly BuildWarning[], close: Close): Promise<TypeReport | null> {
    const types = await this.typesForProgram(onEvent);
    await close('Built');
    await this.warnOfBuild(warnings);
    return types;
  }
}
