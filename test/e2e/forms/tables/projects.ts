import type { Line } from '../play-table.ts';

const run = (flags: string) => `(cd project && wf run ${flags})`;

/** Commands that work in a project, with what is on this machine. */
export const PROJECTS: readonly Line[] = [
  [run('/ -i text=x'), 'plain x'],
  [run('/ --input text=a=b --input more='), 'plain a=b'],
  [run('/ --inputs ../inputs.json'), 'plain from inputs'],
  [run('/ --inputs - < ../inputs.json').replace(' < ../inputs.json)', ' < ../inputs.json)'), 'plain from inputs'],
  [run('/ -i text=x -c note=a=b'), 'a=b x'],
  [run('/ -i text=x --config note=@../note.txt --config count=3'), 'from a file x'],
  [`printf piped | ${run('/ -i text=x --config note=@-')}`, 'piped x'],
  [run('/ -i text=x --config note=@@home'), '@home x'],
  [run('/ -i text=x --config note='), 'x'],
  [run('/ -i text=x --stream'), 'plain x'],
  [
    run(
      '/ --testset ../cases.csv --rows 1,3-4 --evaluators exact_match,contains:substring=one --max-errors 0 --jq ".rows | length"',
    ),
    '3',
  ],
  [run('/ --testset - --evaluators exact_match --jq ".rows | length" < ../cases.csv'), '4'],
  [
    'wf deploy project -y --no-check; wf testsets create cases.csv --name forms-run; tid=$(wf testsets show forms-run --jq .id)',
    /./,
  ],
  [run('/ --testset $tid --jq ".rows | length"'), '4'],
  [run('/ --testset forms-run --with \'{"note":"n"}\' --with @../params.json --jq ".configurations | length"'), '3'],
  [run('/shout -i text=x --app $APP'), 'plain X!'],

  ['wf routes project --jq length', '3'],
  ['wf build project --no-check --events --jq .app 2>events.txt', 'head -c 1 events.txt', '{'],
  ['wf build project --check --jq .app', /^forms-/],
  ...['node', 'container', 'cloudflare', 'lambda'].map((target): Line => [
    `wf build project --no-check --target ${target} -o built-${target}`,
    `ls built-${target} | wc -l`,
    /[1-9]/,
  ]),
  ['wf build project --no-check --target node --cpu x64 --output built-x64', 'ls built-x64', /./],
  ['wf build project --no-check --target node --cpu arm64 --output built-arm64', 'ls built-arm64', /./],
  ...['--no-open --app $APP --events --allow', '--open'].map((flags): Line => [
    `rm -f dev.json; BROWSER=true wf dev project ${flags} --port 0 --json >dev.json 2>dev.txt & pid=$!; until grep -q '^}' dev.json; do sleep 0.1; done; kill -INT $pid; wait`,
    'cat dev.json',
    /"url": "http/,
  ]),

  [
    'wf init made --template basic --name made-app --package-manager npm --no-git --yes',
    'cat made/wf.config.ts',
    /made-app/,
  ],
  ...['pnpm', 'yarn', 'bun'].map((manager): Line => [
    `wf init made-${manager} --package-manager ${manager} --no-git -y --jq .package_manager`,
    manager,
  ]),
  ['wf init made-git --git -y --jq .git', /true|false/],
  [
    'mkdir into; echo \'{"name":"into","type":"module"}\' > into/package.json; wf init --into into --entry src/w.ts --plan --jq .joined',
    'false',
  ],
  ['wf init --into into --entry src/w.ts -y --jq .joined', 'ls into/src', 'w.ts'],

  ['wf trust project', 'wf trust --list --jq ".[].folder"', /project$/m],
  [
    'wf trust project --remove',
    'wf trust --list --jq "map(select(.folder | endswith(\\"project\\"))) | length"',
    /0|1/,
  ],
  ['wf config list --app $APP --jq ".[] | select(.name == \\"app\\") | .value"', /^forms-/],
  [
    'wf profiles add p1 --base-url http://127.0.0.1:9 --app $APP --credential bearer',
    'wf profiles list --jq ".[] | select(.name == \\"p1\\") | .credential"',
    'bearer',
  ],
  ...['apikey', 'raw', 'header:X-K', 'cookie:k'].map((form, index): Line => [
    `wf profiles add q${index} --base-url http://127.0.0.1:9 --credential ${form}`,
    `wf profiles list --jq '.[] | select(.name == "q${index}") | .credential'`,
    form,
  ]),
  ['wf profiles use p1', 'wf profiles list --jq ".[] | select(.in_use) | .name"', 'p1'],
  ['wf config set timeout 61', 'wf config get timeout', '61'],
  ['wf config set timeout --unset', 'wf config get timeout', '30'],
  ['wf profiles use default', 'wf profiles list --jq ".[] | select(.in_use) | .name"', 'default'],
  ['wf profiles remove q0 --yes', 'wf profiles list --jq "map(.name) | index(\\"q0\\")"', 'null'],
  ['wf profiles remove q1 -y', 'wf profiles list --jq "map(.name) | index(\\"q1\\")"', 'null'],
  ['printf "$WF_API_KEY" | wf login --with-token --no-keychain', 'env -u WF_API_KEY wf whoami --jq .key_from', /./],
  ['wf logout', 'ls', /./],
  ['printf "$WF_API_KEY" | wf login --with-token --keychain --jq .stored_in', /./],
];
