import { both, type CommandLine, line, LOCAL, SERVES } from './command-line.ts';

/** What the other commands do at both services. */
export const OTHER_LINES = {
  api: [
    line('GET /apps/$APP/variants', {}, { says: '[]' }),
    both('POST /variants/from-base', {
      exitCode: 2,
      says: 'The service rejects the input: base_id, new_variant_name, new_config_name: Field required;',
    }),
  ],
  autocomplete: [both('zsh', { says: '#compdef wf' }, LOCAL)],
  build: [both('', { exitCode: 2, says: 'There is no wf project in' }, LOCAL)],
  client: [
    line(
      '',
      { exitCode: 2, says: 'has no GET /apps.' },
      { exitCode: 2, says: 'This service lacks route schemas, an extension of wf.' },
    ),
  ],
  'config get': [line('app', { says: 'app-1' }, { says: 'support' }, LOCAL)],
  'config list': [both('', {}, LOCAL)],
  'config set': [both('timeout 20', { says: 'Set timeout to 20 in profile default.' }, LOCAL)],
  dev: SERVES,
  doctor: [
    line(
      '',
      { says: 'It has no GET /health: it is another service' },
      { says: 'It is another service, FastAPI 0.1.0, without the extensions of wf.' },
    ),
  ],
  explain: [both('not-found', {}, LOCAL)],
  init: [both('another --template basic', { says: 'Created another from template basic in' }, LOCAL)],
  login: [
    line(
      '--with-token',
      { exitCode: 2, says: 'has no GET /profile.' },
      { says: 'as agenta. The key is stored in' },
      { stdin: 'abc.def' },
    ),
  ],
  logout: [both('', { exitCode: 4, says: 'No key is stored for' }, LOCAL)],
  mcp: [both('--list', {}, LOCAL)],
  backup: [both('backup.db --data-dir nowhere', { exitCode: 3 }, LOCAL)],
  restore: [both('nowhere.db --data-dir a', { exitCode: 3, says: 'there is no such file' }, LOCAL)],
  'keys rotate-secret': [both('--data-dir nowhere --yes', { exitCode: 3 }, LOCAL)],
  move: [both('--data-dir a --to sqlite:b.db', { exitCode: 3, says: 'There is no database at' }, LOCAL)],
  open: [
    both('', { says: 'http://127.0.0.1' }, LOCAL),
    line(
      '$V',
      { exitCode: 3, says: 'Variant default has no address.' },
      { exitCode: 3, says: 'Variant app.n has no address.' },
    ),
  ],
  'profiles add': [both('staging --credential bearer', { says: 'Added profile staging.' }, LOCAL)],
  'profiles list': [both('', {}, LOCAL)],
  'profiles remove': [
    both('staging --yes', { exitCode: 3, says: 'No profile is called "staging". Available: default.' }, LOCAL),
  ],
  'profiles use': [both('default', { says: 'Nothing changed: commands already use profile default.' }, LOCAL)],
  replay: [both('production /', { exitCode: 2, says: 'This service lacks stored bundles, an extension of wf.' })],
  routes: [both('', { exitCode: 2, says: 'There is no wf project in' }, LOCAL)],
  run: [
    both('/ --env production --input a=b', {
      exitCode: 2,
      says: 'This service lacks hosted routes, an extension of wf.',
    }),
    both('/ --variant $V --input a=b', { exitCode: 2, says: 'This service lacks hosted routes, an extension of wf.' }),
  ],
  schema: [both('variants list', {}, LOCAL)],
  serve: SERVES,
  trust: [both('', { exitCode: 2, says: 'There is no wf project in' }, LOCAL)],
  whoami: [
    line(
      '',
      { exitCode: 2, says: 'has no GET /profile, so it does not report whose key is sent.' },
      { says: 'another service, FastAPI 0.1.0, without the extensions of wf' },
    ),
  ],
  worker: SERVES,
} as const satisfies Readonly<Record<string, readonly CommandLine[]>>;
