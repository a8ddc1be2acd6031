import { Args } from '@oclif/core';
import { BaseCommand } from '../src/cli/base-command.ts';
import { EVENTS_FLAG } from '../src/cli/base-flags.ts';
import { describeBuildEvent } from '../src/ui/describe-event.ts';
import { buildPage } from '../src/ui/pages/build-pages.ts';
import { showPage } from '../src/ui/show-page.ts';
import { buildWorkflow } from '../src/use-cases/build-workflow.ts';
import { requireProject } from '../src/use-cases/require-project.ts';

export default class Build extends BaseCommand {
  static override summary = 'Bundle the workflow into one file and read its route schemas.';
  static override description =
    'Writes workflow.mjs, its source map and manifest.json to .wf/build. Same sources, same bytes.';
  static override examples = ['wf build', 'wf build ./support --json'];
  static override args = { dir: Args.string({ description: 'Folder of the project.' }) };
  static override flags = EVENTS_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(Build);
    this.enter(args.dir);
    const project = requireProject(await this.settings(), this.folder);
    const { onEvent } = await this.follow({ line: describeBuildEvent });
    const built = await buildWorkflow({ ...project, onEvent });
    for (const warning of built.warnings) await this.note(`Warning: ${warning}`);
    const { manifest, bundle, size, gzipSize } = built;
    const json = { ...manifest, bundle, size, gzip_size: gzipSize };
    await this.show({ json, view: (display) => showPage(buildPage({ manifest, bundle, size, gzipSize }), display) });
  }
}
