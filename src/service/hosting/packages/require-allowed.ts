import type { ImportedPackages } from '../../../contract/deployments/bundle-parts.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { PackagesRule } from './packages-rule.ts';

/**
 * Checks that bundles may import these packages here, and that their install scripts may run.
 *
 * @throws {WF_INVALID_INPUT} with what an operator would allow
 */
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
