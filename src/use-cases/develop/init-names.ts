import { UserError } from '../../errors/wf-error.ts';

const APP_NAME = /^[a-zA-Z0-9_-]+$/;
const LONGEST = 100;

/** Makes an app's name out of a folder's: letters, digits, "-" and "_" are what it may hold. */
export function deriveAppName(folderName: string): string {
  const plain = folderName
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  return plain === '' ? 'workflow' : plain;
}

/** @throws {UserError} WF_INVALID_INPUT when the name holds something else than letters, digits, "-" and "_" */
export function requireAppName(name: string): string {
  if (APP_NAME.test(name) && name.length <= LONGEST) return name;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The app name ${JSON.stringify(name)} does not work: it may hold up to ${LONGEST} letters, digits, "-" and "_".`,
    nextSteps: [`wf init --name ${deriveAppName(name)}`],
  });
}

/** Makes the package's name: npm wants lower case, no leading "_", and no name that the package depends on. */
export function toPackageName(app: string, dependencies: readonly string[]): string {
  const name = deriveAppName(app);
  return ['node_modules', ...dependencies].includes(name) ? `${name}-app` : name;
}
