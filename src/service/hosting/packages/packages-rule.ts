import { type ImportedPackages, PackageName } from '../../../contract/deployments/bundle-parts.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

/** A package that bundles may import although its native code cannot be part of them. */
interface AllowedPackage {
  readonly name: string;
  /** Whether its install script may run, as the service's own user. */
  readonly scripts: boolean;
}

/** Which packages bundles may import; `any`: those of the only user's own projects. */
export type PackagesRule = readonly AllowedPackage[] | 'any';

const SCRIPTS = ':scripts';

/** Reads `sharp,better-sqlite3:scripts`; `null`: none. @throws {WF_USAGE} for what is not a package's name */
export function parsePackagesRule(text: string | null): readonly AllowedPackage[] {
  if (text === null) return [];
  return text.split(',').map((word) => {
    const scripts = word.trim().endsWith(SCRIPTS);
    const name = scripts ? word.trim().slice(0, -SCRIPTS.length) : word.trim();
    if (PackageName.safeParse(name).success) return { name, scripts };
    throw new UserError({
      code: 'WF_USAGE',
      message: `${JSON.stringify(word.trim())} is not the name of a package.`,
      nextSteps: ['wf serve --native-packages sharp,better-sqlite3:scripts'],
    });
  });
}

/** @throws {WF_INVALID_INPUT} with what an operator would have to allow, unless bundles may import them here */
export function requireAllowed({ external, scripts }: ImportedPackages, rule: PackagesRule): void {
  if (rule === 'any') return;
  const allowed = new Map(rule.map((one) => [one.name, one]));
  const refused = external.filter((name) => !allowed.has(name));
  const silenced = scripts.filter((name) => allowed.has(name) && allowed.get(name)?.scripts !== true);
  if (refused.length === 0 && silenced.length === 0) return;
  const words = [
    ...rule
      .filter(({ name }) => !silenced.includes(name))
      .map(({ name, scripts: may }) => (may ? `${name}:scripts` : name)),
    ...refused.map((name) => (scripts.includes(name) ? `${name}:scripts` : name)),
    ...silenced.map((name) => `${name}:scripts`),
  ];
  const what = refused.length > 0 ? `the packages ${refused.join(', ')}` : `install scripts of ${silenced.join(', ')}`;
  const message = `This service does not run ${what}, which the bundle imports. An operator can allow it: wf serve --native-packages ${words.join(',')}`;
  const details = [{ loc: ['body', 'artifact_sha256'], msg: message, type: 'packages_not_allowed' }];
  throw new UserError({ code: 'WF_INVALID_INPUT', message, details });
}
