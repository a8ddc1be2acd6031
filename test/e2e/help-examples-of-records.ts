/** More lanes: about one variant, about test sets and evaluators, and with a service. */
export const RECORD_LANES: Readonly<Record<string, string>> = {
  'one-variant': `
# rm -r .wf; wf deploy --env production
wf eval plan --testset cases.csv --evaluators exact_match
wf eval plan --testset cases.csv --evaluators exact_match --gate release.gate.yaml
wf eval run --testset cases.csv --evaluators exact_match
wf eval run --testset cases.csv --evaluators exact_match --repeat 3 --max-cost 2.50
wf eval run --testset cases.csv --evaluators exact_match --where locale=fr --sample 20
wf eval run --testset cases.csv --evaluators exact_match --failed-of default --max-errors 3
wf variants create formal --set tone=formal --set words=80
tty wf variants delete formal
# wf variants create formal
wf variants delete formal --yes
wf variants create tuned --params params.json --label team=search --json
`,
  testsets: `
wf testsets check testsets/messages.csv
wf testsets check - --format csv < cases.csv
wf testsets check cases --route /summarise --answers expected --strict
wf testsets check testsets/messages.csv --gate release.gate.yaml
wf testsets create cases.csv
wf testsets create cases.jsonl --name regression --label team=search
wf testsets create chats.csv --types messages=messages,score=number
wf testsets create export.csv --delimiter tab
wf testsets create - --name nightly < cases.jsonl
wf testsets list
wf testsets list --json
wf testsets list --label team=search
wf testsets list --since 30d --sort rows --desc --limit 5
wf testsets show cases
# echo 'More,Text,Where?,fr,a,b' >> cases.csv; wf testsets create cases.csv
wf testsets show cases@2 --rows 5
wf testsets show cases --json
wf testsets export cases --format csv --output cases.csv
wf testsets export cases
wf testsets update cases --label team=search
wf testsets update cases --label source=support --unlabel team
wf testsets update cases --archive
wf evaluators list
wf evaluators show regex_test
wf evaluators show auto_similarity_match --json
wf evaluators create close --evaluator levenshtein_distance --set threshold=3
wf evaluators create shape --evaluator json_schema --set schema=@answer.schema.json
wf evaluators list --stored --json
tty wf evaluators delete close
# wf evaluators create close --evaluator levenshtein_distance --set threshold=3
wf evaluators delete close --yes
wf human-eval create --testset cases.csv --variants default,tuned
wf human-eval create --testset cases --variants tuned --type single_model_test --voters ana,ben
wf human-eval create --testset cases.csv --variants default,tuned@2 --inputs question --json
wf human-eval list
wf human-eval list --search formal --sort created --desc --limit 5
wf human-eval list --app support --json
# H=$(wf human-eval list --quiet | head -1); G=$(wf human-eval list --quiet | tail -1)
wf human-eval show 01932c5e-1111 {H}
wf human-eval show 01932c5e-1111 --json {H}
wf human-eval results 01932c5e-1111 {H}
wf human-eval results 01932c5e-1111 --against tuned:exact_match {G}
wf human-eval close 01932c5e-1111 {H}
wf human-eval close 01932c5e-1111 --reopen {H}
tty wf human-eval delete 01932c5e-1111 {H}
wf human-eval delete 01932c5e-1111 --yes {G}
wf export
wf export backup.tar.gz --app support
wf export backup.tar.gz --json
wf export - --app support > piped.tar.gz
wf import backup.tar.gz --plan
# wf apps delete support --yes
wf import backup.tar.gz
# wf apps delete support --yes
wf import - < backup.tar.gz
wf backup wf-monday.db
wf backup --check wf-monday.db
# mkdir -p backups
wf backup /backups/wf.db --data-dir /var/lib/wf
# rm -r lib
wf restore /backups/wf.db --data-dir /var/lib/wf
# rm -r .wf
wf restore wf-monday.db
wf testsets delete cases --yes
# wf testsets create cases.csv
tty wf testsets delete cases
`,
  service: `
# wf serve --port 0 --json > serve.json 2> serve.log & for try in $(seq 600); do [ -s serve.json ] && break; sleep 0.05; done
# URL=$(grep -o '"url": "[^"]*"' serve.json | cut -d'"' -f4); TYPED=$(cat $(grep -o '"key_file": "[^"]*"' serve.json | cut -d'"' -f4)); echo $TYPED > key.txt
wf keys list --base-url https://wf.example.com --json {URL}
tty wf login --base-url https://wf.example.com/api {URL}
wf login --base-url https://wf.example.com/api --with-token < key.txt {URL}
wf open tuned --base-url https://wf.example.com/api {URL}
wf logout --base-url https://wf.example.com/api {URL}
wf config set base_url https://wf.example.com/api {URL}
wf open
wf open openapi
# wf login --with-token < key.txt
wf export backup.tar.gz
# wf apps delete support --yes
wf import backup.tar.gz --base-url http://127.0.0.1:4747 --json {URL}
wf logout
# kill -INT %1; wait %1
start wf serve --port 8700 --host 0.0.0.0
`,
};
