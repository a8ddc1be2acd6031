import * as Flags from '../../src/cli/kit/define/flags.ts';
import { askSecret } from '../../src/cli/kit/prompts/ask-secret.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { readTextSource } from '../../src/use-cases/files/read-text-source.ts';
import { requireAddress, signIn } from '../../src/use-cases/settings/sign-in.ts';

export default class Login extends BaseCommand {
  static override summary = 'Store the key for a service.';
  static override description =
    'Asks the service whose key it is, then stores it in the macOS keychain or the Secret Service of Linux; without one, in a file that only you can read. The key is sent only to the address it was stored for.';
  static override examples = [
    'wf login --base-url https://wf.example.com/api',
    'wf login --base-url https://wf.example.com/api --with-token < key.txt',
  ];
  static override flags = {
    'with-token': Flags.boolean({ summary: 'Read the key from stdin.' }),
    keychain: Flags.boolean({
      summary: "Store the key in the system's keychain instead of a file that only you can read.",
      allowNo: true,
      default: true,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Login);
    const settings = await this.settings();
    const address = requireAddress(settings);
    const key = flags['with-token']
      ? await readTextSource({ source: '-', ...this.source })
      : await askSecret(`Key for ${address} (not shown):`, this.ports.io, 'wf login --with-token < FILE');
    const { ports } = this;
    const { profile, baseUrl, location, rememberedIn } = await signIn({
      settings,
      key,
      keychain: flags.keychain ? await ports.openKeychain() : null,
      openSession: (signedIn, hooks) => ports.openSession(signedIn, hooks),
    });
    const remembered = rememberedIn === null ? '' : ` Profile ${rememberedIn} now uses this address.`;
    const line = `Signed in to ${baseUrl} as ${profile.username}. The key is stored in ${location}.${remembered}`;
    await this.show({
      json: { ...profile, base_url: baseUrl, stored_in: location },
      line,
      next: 'wf whoami',
      typed: [],
    });
  }
}
