import type { ProjectLoaders } from '../../bundler/build/bundle-options.ts';
import type { PackageRules } from '../../bundler/packages/mark-external.ts';
import type { ProjectConfig } from '../../contract/settings/project-config.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { type VariableSource, variablesOf } from '../serve/read-variables.ts';

/** A project with all defaults filled in. */
export interface WorkflowProject {
  /** Absolute path of the project's folder. */
  readonly root: string;
  /** Module whose exports are the routes, relative to `root`. */
  readonly entry: string;
  readonly app: string;
  readonly base: string;
  /** Variant that a deploy binds its bundle to. */
  readonly variant: string;
  readonly files: readonly string[];
  /** How files of other extensions are imported. */
  readonly loaders?: ProjectLoaders | undefined;
  /** Packages that the bundle imports instead of containing them. */
  readonly packages: PackageRules;
  /** The project's generated folder. */
  readonly dataDir: string;
  readonly variableSource: VariableSource;
}

/**
 * Reads the project's settings for a build or a deploy, with defaults filled in.
 *
 * @throws {WF_NO_PROJECT} when there is no project here
 * @throws {WF_NOT_TRUSTED} when the user does not trust its folder: whoever builds a project runs it
 */
export function requireProject(settings: Settings, folder: string): WorkflowProject {
  const { project, app, dataDir } = settings;
  if (project === null) throw noProject(folder);
  settings.requireTrust();
  const { entry = 'src/workflow.ts', base = 'main', variant = 'default' } = project.config;
  const { files = [], loaders, external = [] } = project.config;
  const { root } = project;
  const variableSource = variablesOf(project);
  const name = app.value ?? variableSource.app;
  const packages = toPackageRules(external);
  return { root, entry, app: name, base, variant, files, loaders, packages, dataDir, variableSource };
}

function toPackageRules(external: NonNullable<ProjectConfig['external']>): PackageRules {
  const named = external.map((one) => (typeof one === 'string' ? { name: one, scripts: false } : one));
  return {
    external: named.filter(({ name }) => !name.startsWith('!')).map(({ name, scripts = false }) => ({ name, scripts })),
    bundled: named.filter(({ name }) => name.startsWith('!')).map(({ name }) => name.slice(1)),
  };
}

export function noProject(folder: string): UserError {
  return new UserError({
    code: 'WF_NO_PROJECT',
    message: `There is no wf project in ${folder} or above it: no wf.config.ts, .wfrc or package.json with "wf".`,
    nextSteps: ['wf init my-workflow --template basic', 'cd to the folder of a project'],
  });
}
