import type { Line } from '../play-table.ts';

const show = (name: string, jq = '.parameters.note') => `wf variants show ${name} --app $APP --jq '${jq}'`;
const create = (flags: string) => `wf variants create a --app $APP ${flags}`;

/** The worst values of each form: what is refused says so, and its advice works; what is accepted is stored whole. */
export const VALUES: readonly Line[] = [
  'wf deploy project -y --no-check; mkdir folder; : >empty; printf "\\xff" >bytes; printf "a\\0b" >nul; printf @x >at',
  [
    create('--set note=@folder'),
    { exit: 2, says: /^Error: Cannot read folder: it is a folder\.\n.*--set note=@@folder\n/ },
  ],
  [create('--set note=@missing'), { exit: 3, says: /Cannot read missing: there is no such file/ }],
  [create('--set note=@bytes'), { exit: 2, says: /bytes is not valid UTF-8/ }],
  [create('--set note=@'), { exit: 2, says: /names no file\. Write note=@FILE, or note=@@/ }],
  [create('--set note=@@'), show('a'), '@'],
  [create('--set =x').replace(' a ', ' b '), { exit: 2, says: /has no key before/ }],
  [create('--set note').replace(' a ', ' b '), { exit: 2, says: /has no "="/ }],
  [create('--set note=1 --set note=2').replace(' a ', ' b '), { exit: 2, says: /"note" twice/ }],
  ['wf variants update a --app $APP --set note=@empty', show('a', '.parameters.note | length'), '0'],
  ['wf variants update a --app $APP --set note=@nul', show('a', '.parameters.note | length'), '3'],
  ['wf variants update a --app $APP --set note=@at', show('a'), '@x'],
  ['printf x | wf variants update a --app $APP --set note=@- --set tail=@-', { exit: 2, says: /read only once/ }],
  ['printf "{}" | wf variants update a --app $APP --set note=@- --params -', { exit: 2, says: /read only once/ }],
  ['wf variants update a --app $APP --params -', { exit: 2, says: /Standard input, line 1, column 1: Invalid JSON/ }],
  ['wf variants update a --app $APP --params folder', { exit: 2, says: /it is a folder/ }],
  ['echo "[1]" | wf variants update a --app $APP --params -', { exit: 2, says: /must be a JSON object, not a list/ }],

  ['wf variants update a --app $APP --set note=9007199254740993', show('a'), '9007199254740993'],
  ['echo \'{"note":9007199254740995}\' | wf variants update a --app $APP --params -', show('a'), '9007199254740995'],
  [
    'id=$(wf variants show a --app $APP --jq .variant_id); wf api PUT /variants/$id/parameters --body \'{"parameters":{"note":9007199254740997}}\'',
    show('a'),
    '9007199254740997',
  ],
  ['wf variants update a --app $APP --set __proto__=x', { exit: 2, says: /__proto__/ }],
  ['echo \'{"__proto__":{"a":1}}\' | wf variants update a --app $APP --params -', { exit: 2, says: /__proto__/ }],
  [
    'wf api PUT /variants/$id/parameters --body \'{"parameters":{"__proto__":{"a":1}}}\'',
    { exit: 2, says: /__proto__/ },
  ],

  [
    'wf env vars set EMPTY --app $APP </dev/null',
    { exit: 2, says: /is empty.*\n.*wf env vars set EMPTY --app forms-values < FILE\n.*wf env vars set EMPTY=\n/ },
  ],
  ['wf env vars set EMPTY= --app $APP', 'wf env vars list --app $APP --jq ".[].name"', 'EMPTY'],
  ['(cd project; echo NAME=one >.env; echo NAME=two >.env.local; wf run /variable -i text=x)', 'two'],
  // The project file does not name it.
  ['(cd project; NAME=three wf run /variable -i text=x)', 'two'],
  ['wf deploy project -y --no-check -m "why not"; echo "// x" >>project/workflow.ts', /./],
  [
    'echo "export const x = 1;" >>project/workflow.ts; wf deploy project -y --no-check -m "why not"',
    'wf log --app $APP --limit 5 --json',
    /code .*: why not/,
  ],
  ['wf autocomplete', { exit: 2, says: /SHELL is missing: one of bash, zsh, fish, powershell/ }],
  ['FORCE_COLOR=1 wf nothing --no-color', { exit: 2, says: /^Error: / }],
  ['wf config get call_timeout', '900'],
  ['wf api POST /apps --body @folder', { exit: 2, says: /it is a folder/ }],
  ['wf login --with-token </dev/null', { exit: 2, says: /empty/i }],
  ['wf testsets create - --name values --format csv </dev/null', { exit: 2, says: /./ }],
  ['wf import folder', { exit: 2, says: /folder/ }],
];
