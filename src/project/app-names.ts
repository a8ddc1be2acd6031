import { UserError } from '../foundation/errors/wf-error.ts';
import { APP_NAME_LENGTH } from '../foundation/sizes.ts';

const APP_NAME = /^[a-zA-Z0-9_-]+$/;

/** Derives an app name from a folder's name: only letters, digits, "-" and "_" are valid. */
export function deriveAppName(folderName: string): string {
  const plain = folderName
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .slice(0, APP_NAME_LENGTH.most)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  return plain === '' ? 'workflow' : plain;
}

/** @throws {UserError} WF_INVALID_INPUT when the name contains anything but letters, digits, "-" and "_" */
export function requireAppName(name: string): string {
  if (APP_NAME.test(name) && name.length <= APP_NAME_LENGTH.most) return name;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Invalid app name ${JSON.stringify(name)}: use up to ${APP_NAME_LENGTH.most} letters, digits, "-" and "_".`,
    nextSteps: [`For example ${deriveAppName(name)}`],
  });
}

/** Derives the package's name: npm requires lower case, no leading "_", and no name of a dependency. */
export function toPackageName(app: string, dependencies: readonly string[]): string {
  const name = deriveAppName(app);
  return ['node_modules', ...dependencies].includes(name) ? `${name}-app` : name;
}
