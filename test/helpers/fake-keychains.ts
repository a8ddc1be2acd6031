import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface FakeKeychains {
  /** Environment with the fakes first on the PATH. */
  readonly env: { readonly PATH: string; readonly FAKE_KEYCHAIN: string };
  /** Stored keys, by account. */
  readonly kept: () => Promise<Record<string, string>>;
  /** Arguments of every call, as a list of processes would show them. */
  readonly calls: () => Promise<string>;
  /** Locks the keychain. */
  readonly lock: () => Promise<void>;
}

/** Fakes of `secret-tool` and `security`, over a file in a folder. */
export async function makeFakeKeychains(folder: string): Promise<FakeKeychains> {
  const [programs, state] = [join(folder, 'programs'), join(folder, 'state.json')];
  await mkdir(programs, { recursive: true });
  await writeFile(state, '{}');
  for (const [name, source] of Object.entries(SOURCES)) {
    const file = join(programs, name);
    await writeFile(file, `#!${process.execPath}\n${PRELUDE}${source}`);
    await chmod(file, 0o755);
  }
  return {
    env: { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, FAKE_KEYCHAIN: state },
    // PRELUDE writes this file.
    kept: async () => JSON.parse(await readFile(state, 'utf8')) as Record<string, string>,
    calls: async () => await readFile(`${state}.calls`, 'utf8').catch(() => ''),
    lock: async () => await writeFile(`${state}.locked`, ''),
  };
}

const PRELUDE = `
const fs = require('node:fs');
const file = process.env.FAKE_KEYCHAIN;
const args = process.argv.slice(2);
const after = (word) => args[args.indexOf(word) + 1];
const read = () => JSON.parse(fs.readFileSync(file, 'utf8'));
const write = (kept) => fs.writeFileSync(file, JSON.stringify(kept));
const refuse = (text, code) => { process.stderr.write(text); process.exit(code); };
fs.appendFileSync(file + '.calls', args.join(' ') + '\\n');
`;

/** Their output follows libsecret 0.20 and Apple's manual of \`security\`. */
const SOURCES = {
  'secret-tool': `
if (fs.existsSync(file + '.locked')) refuse('secret-tool: Cannot autolaunch D-Bus without X11 $DISPLAY\\n', 1);
const account = after('account');
const { [account]: secret, ...others } = read();
if (args[0] === 'store') write({ ...others, [account]: fs.readFileSync(0, 'utf8') });
if (args[0] === 'clear') write(others);
if (args[0] === 'lookup') secret === undefined ? process.exit(1) : process.stdout.write(secret);
`,
  security: `
if (fs.existsSync(file + '.locked')) refuse('security: SecKeychainItemCopyContent: User interaction is not allowed.\\n', 36);
if (args[0] === '-i') {
  const line = fs.readFileSync(0, 'utf8').trim();
  const [, account, hex] = /^"add-generic-password" "-U" "-s" "wf" "-a" "([^"]*)" "-l" "[^"]*" -X ([0-9a-f]*)$/.exec(line);
  write({ ...read(), [account]: Buffer.from(hex, 'hex').toString() });
} else {
  const { [after('-a')]: secret, ...others } = read();
  if (secret === undefined) refuse('security: SecKeychainSearchCopyNext: The specified item could not be found.\\n', 44);
  if (args[0] === 'delete-generic-password') write(others);
  else process.stdout.write(secret + '\\n');
}
`,
};
