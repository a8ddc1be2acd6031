import { basename } from 'node:path';

/** Names of files with secrets. */
const SECRET_FILES =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|keystore|jks))$/i;
/** Examples are made to be shared. */
const SHARED = /^\.env\.(?:example|sample|template)$/i;

/** Folders that no bundle carries: packages, generated files, and their history. */
export const LEFT_OUT = ['node_modules', '.git', '.wf'];

/** Returns whether a file usually holds secrets, which everyone who may read the bundle would get. */
export function isSecretFile(path: string): boolean {
  const name = basename(path);
  return SECRET_FILES.test(name) && !SHARED.test(name);
}
