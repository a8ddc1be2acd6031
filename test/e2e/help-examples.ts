import { RECORD_LANES } from './help-examples-of-records.ts';

/**
 * The examples of all help pages, in orders in which each applies. A lane is played in its own copy of one project with a
 * deployed workflow, stored variants, a test set and evaluations.
 *
 * A line that begins with `# ` is preparation. `tty ` runs the line at a terminal where the user answers yes, `start ` waits
 * until a server says that it is ready, and ends it.
 */
export const LANES: Readonly<Record<string, string>> = {
  records: `
wf apps list
wf apps list --search support
wf apps list --json
# wf apps create spare; wf apps delete support --yes
wf apps create support
# wf apps delete support --yes
wf apps create support --json
tty wf apps delete support
# APP=$(wf apps create again --quiet)
wf apps delete 01932c5e-1111 --yes {APP}
wf keys create ci --role author --expires 90d
wf keys create website --role viewer --rate-limit 600
wf keys create team --model-calls 5000
wf keys create ann --role operator --json
# wf apps create support; wf apps create search
wf keys create support-team --apps support,search
wf keys list
wf keys list --sort expires --limit 5
tty wf keys revoke ci
# KEY=$(wf keys list --json --jq '.[] | select(.name == "website") | .prefix' --quiet 2>/dev/null || wf keys list --jq '.[] | select(.name == "website") | .prefix')
wf keys revoke kX81mPq2 --yes {KEY}
wf log
wf log --app support --since 12h
wf log --env production --since 2026-11-24 --until 2026-11-25
wf log --kind key --by ana --json
wf log --export log.jsonl
wf usage
wf usage --app support --json
wf usage --by app,model --since 7d
wf status
wf status --since 7d
wf status --app support --json
wf prune --plan
wf prune --older-than 90d --app support --yes
tty wf prune --set evaluations=90d --set traces=7d
tty wf prune --set logs=forever --app support
wf whoami
wf whoami --json
wf api GET /apps
# wf apps delete support --yes
wf api POST /apps --body '{"app_name": "support"}'
wf keys rotate-secret --yes
wf keys rotate-secret --data-dir /var/lib/wf --yes
wf config get base_url
wf config get app --json
wf config list
wf profiles add staging --base-url https://staging.example.com/api
wf profiles add team --base-url https://wf.example.com --app support --credential bearer
wf profiles list
wf profiles list --json
wf config list --profile staging --json
wf config set timeout 60 --profile staging
wf profiles use staging
wf profiles use default
tty wf profiles remove staging
# wf profiles add staging --base-url https://staging.example.com/api
wf profiles remove staging --yes
wf config set app --unset
wf trust
wf trust ./support
wf trust --list
wf trust ./support --remove
wf autocomplete bash
wf autocomplete fish
wf autocomplete zsh -- variants show
wf explain WF_UNREACHABLE
wf explain not-found
wf explain --json
wf schema variants list
wf schema eval show --jq '.properties | keys[]'
wf mcp --list --json
wf mcp
wf mcp --allow-writes --app support
wf init my-workflow --template basic
# mkdir empty; cd empty
wf init . --template agent --package-manager pnpm --git
# cd ..; mkdir -p packages/shop; echo '{"name": "shop", "type": "module"}' > packages/shop/package.json
wf init --into packages/shop --plan
`,
  variants: `
wf variants list
wf variants list --search tuned --sort updated --desc --limit 20
wf variants list --label team=search
wf variants list --env production --json
tty wf variants list --interactive
wf variants show formal
wf variants show formal@3
wf variants show formal --json
wf variants revisions formal
tty wf variants revisions formal --interactive
wf variants revisions formal --limit 5 --json
wf variants diff default formal
wf variants diff formal@2 formal
wf variants diff production local --json
tty wf env deploy production --variant formal
tty wf env deploy production --variant formal --gate release.gate.yaml --evaluation formal
wf variants update formal --set words=120
wf variants update formal --set /summary:prompt=@prompt.md
wf variants update formal --unset tone
wf variants update formal --params params.json
wf variants update formal --label team=search --unlabel owner
wf variants revert formal --to 2
wf variants revert formal --to 2 --json
# wf env deploy production --variant default
wf variants update formal --archive
# wf variants update formal --unarchive
wf env list
wf env list --app support --json
wf env deploy staging --variant formal@3 --app support --message "Shorter answers"
# wf env deploy production --variant default
wf env diff staging production
wf env diff production@3 production --json
wf env diff production
wf env revisions production
wf env revisions production --limit 5 --json
wf env show production
wf env show staging --json
wf env rollback production --plan
tty wf env rollback production
wf env rollback production --to 3 --message "Wrong tone"
tty wf env protect production --gate release.gate.yaml
wf env rollback production --to 1 --override "Nothing else answers"
tty wf env protect production --off
wf env vars list
wf env vars list --env production
wf env vars list --app support --json
tty wf env vars set OPENAI_API_KEY
wf env vars set OPENAI_API_KEY < key.txt
wf env vars set OPENAI_API_KEY --env production < key.txt
wf env vars set MODEL_URL=https://models.example.com/v1 --app support
wf env vars unset OPENAI_API_KEY
# wf env vars set MODEL_URL=x --env production
wf env vars unset MODEL_URL --env production
# VARIANT=$(wf variants show formal --jq .variant_id); wf variants show formal --jq .parameters > whole.json; jq -n '{parameters: input}' whole.json > /dev/null 2>&1; echo "{\\"parameters\\": $(cat whole.json)}" > params.json
wf api PUT /variants/01932c5e-1111-7000-8000-000000000001/parameters --body @params.json {VARIANT}
wf variants create short --from formal@2 --set words=20
wf logs support
wf logs --lines 1000 --json
wf logs --request REQUEST_ID
wf client --output src/support-client.ts
wf client --app support --env production
wf client --app support --output client.ts --json
wf replay production@3 / --input message="I was charged twice"
wf replay production /summarise --inputs article.json --with tuned
wf replay production@3 / --input message=hello --with production --json
wf run / --input message="I was charged twice"
wf run /summarise --inputs article.json --config words=80
wf run /summarise --env production --input text=hello --json
wf run /answer --stream --input question="Where is my parcel?"
wf run /answer --testset cases --rows 1-30 --evaluators exact_match --config words=80 --with '{"words": 20}'
start wf mcp --routes --env production
start wf logs support --follow
wf routes
wf routes ./support --json
wf build
wf build ./support --json
wf build --check
wf build --target container --output deploy/support
wf build --target cloudflare
wf deploy --plan
wf deploy --plan --markdown
wf deploy
tty wf deploy ./support --env production --json
# sed -i 's/tone: /voice: /; s/config.tone/config.voice/; s/lte(200)/lte(150)/' src/workflow.ts
wf deploy --plan --migrate rename:tone=voice --migrate clamp:words
start wf dev
start wf dev ./support --port 5000 --no-open
start wf dev --allow
wf doctor
wf doctor --json
wf doctor --jq '.[] | select(.status == "failed")'
`,
  evaluations: `
wf eval plan --testset cases --variants default,tuned --evaluators exact_match --repeat 5 --json
wf eval run --testset cases --variants default,formal@2 --evaluators exact_match,levenshtein_distance:threshold=3
wf eval run --testset cases --variants default,tuned --evaluators exact_match --gate release.gate.yaml
wf eval compare default tuned
wf eval compare default tuned --gate release.gate.yaml
wf eval compare default tuned --group-by locale
wf eval compare default tuned --primary exact_match
wf eval compare default tuned --primary exact_match,"latency mean"
wf eval compare default tuned --json
wf eval show tuned --rows 20
wf eval show tuned --group-by locale
wf eval show tuned --gate release.gate.yaml --baseline default --json
wf eval list
tty wf eval list --interactive
wf eval list --status interrupted
wf eval list --variant tuned --since 7d --where "exact_match>=0.8" --sort cost --desc --limit 10 --json
wf eval rows tuned --where exact_match=false
tty wf eval rows tuned --interactive
wf eval rows tuned --where "latency>1" --where message~refund --page 2 --json
wf eval export tuned --format csv --output tuned.csv
wf eval export tuned --format spreadsheet --output tuned.csv
wf eval export tuned --format html --baseline default --output report.html
wf eval export tuned --format html --baseline default --group-by locale --output report.html
wf eval export default --format json --output baseline.json
wf eval export tuned --format junit --baseline ./baseline.json --output report.xml
wf eval export tuned
wf eval update tuned --label team=search
wf eval watch tuned
wf eval watch tuned --json
# A=$(wf eval list --variant default --quiet | head -1); B=$(wf eval list --variant tuned --quiet | head -1); C=$(wf eval list --variant formal --quiet | head -1)
wf eval show 01932c5e-1111 {B}
wf eval compare 01932c5e-1111 01932c5e-2222 01932c5e-3333 --rows 20 {A} {B} {C}
wf eval rows 01932c5e-1111 --sort latency --desc --limit 5 {B}
wf eval export 01932c5e-1111 --format junit --output report.xml {B}
wf eval watch 01932c5e-1111 --events {B}
wf eval update 01932c5e-1111 --label release=2.4 --unlabel team {B}
tty wf eval delete 01932c5e-1111 {C}
wf eval update 01932c5e-1111 --archive {A}
wf eval delete 01932c5e-1111 --yes {A}
# start_one() { command wf api POST /evaluations --body @unfinished.json > one.json; ONE=$(grep -o '"id": "[^"]*"' one.json | head -1 | cut -d'"' -f4); }
# printf '{"app_id": "%s", "variant_ids": ["%s"], "testset_id": "%s", "evaluators_configs": [], "rate_limit": {"batch_size": 10, "max_retries": 3, "retry_delay": 2, "delay_between_batches": 5}}' "$(wf apps list --quiet)" "$(wf variants show tuned --jq .variant_id)" "$(wf testsets list --jq '.[0].id')" > unfinished.json; start_one
tty wf eval cancel tuned
wf eval resume tuned
# start_one
wf eval cancel 01932c5e-1111 --yes --json {ONE}
wf eval resume 01932c5e-1111 --max-cost 5 {ONE}
# start_one; wf eval cancel $ONE --yes
wf eval resume tuned --max-cost none
# start_one; wf eval cancel $ONE --yes
wf eval resume --all
`,
  ...RECORD_LANES,
};
