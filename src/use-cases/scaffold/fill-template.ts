import { toPackageName } from '../../project/app-names.ts';
import { MANAGER_COMMANDS, type PackageManager } from './package-manager.ts';
import type { ProjectFile } from './place-files.ts';
import type { Template } from './read-template.ts';

export interface FillOptions {
  readonly app: string;
  /** How the project depends on wf. */
  readonly wf: string;
  readonly packageManager: PackageManager;
  /** Whether the project installs its own Node, because the machine's is too old. */
  readonly needsNode: boolean;
}

/** Replaces a template's placeholders, and completes its `package.json`. */
export function fillTemplate(template: Template, options: FillOptions): ProjectFile[] {
  return template.files.map(({ path, content }) => {
    if (path === 'package.json') return { path, content: toManifest(content, template, options) };
    const filled = replacePlaceholders(content, wordsOf(options));
    return { path, content: path === 'README.md' ? alignComments(filled) : filled };
  });
}

type Words = Readonly<Record<string, string>>;

function wordsOf({ app, packageManager }: FillOptions): Words {
  const { install, test, wf } = MANAGER_COMMANDS[packageManager];
  return { __APP__: app, __INSTALL__: install, __TEST__: test, __RUN__: wf };
}

function replacePlaceholders(text: string, words: Words): string {
  return text.replaceAll(/__[A-Z]+__/g, (placeholder) => words[placeholder] ?? placeholder);
}

interface TemplateManifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function toManifest(text: string, template: Template, options: FillOptions): string {
  // We wrote the templates' package.json, and tests scaffold each.
  const common = JSON.parse(text) as TemplateManifest;
  const dependencies = sortKeys({ ...common.dependencies, ...template.dependencies });
  const devDependencies = sortKeys({ ...common.devDependencies, ...(options.needsNode ? NODE : {}) });
  const manifest = {
    ...common,
    dependencies,
    devDependencies,
    ...(options.needsNode ? NODE_SCRIPTS[options.packageManager] : {}),
  };
  return replacePlaceholders(`${JSON.stringify(manifest, null, 2)}\n`, {
    __PACKAGE__: toPackageName(options.app, Object.keys(dependencies)),
    __DESCRIPTION__: template.description,
    __WF__: options.wf,
  });
}

/** Node as a package: `npm run` finds it before the machine's own. */
const NODE = { node: '^24.21.0' };

/** Package managers run install scripts only of packages that a project allows; that of `node` fetches the program. */
const NODE_SCRIPTS: Readonly<Record<PackageManager, object>> = {
  npm: { allowScripts: { node: true } },
  // In pnpm-workspace.yaml.
  pnpm: {},
  yarn: { dependenciesMeta: { node: { built: true } } },
  bun: { trustedDependencies: ['node'] },
};

function sortKeys(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Commands of package managers differ in length. */
function alignComments(text: string): string {
  return text.replaceAll(/^(\S.*?) {2,}# /gm, (_, command: string) => `${command.padEnd(34)} # `);
}
