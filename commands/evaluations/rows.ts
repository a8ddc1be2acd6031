import * as Flags from '../../src/cli/kit/define/flags.ts';
import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import type { EvaluationRow } from '../../src/contract/evaluations/evaluation.ts';
import { evaluationRowsView } from '../../src/ui/evaluations/evaluation-views.ts';
import {
  countEvaluationRows,
  isFiltered,
  listEvaluationRows,
  readSelectedRows,
} from '../../src/use-cases/evaluations/list-evaluation-rows.ts';
import { nameEvaluators } from '../../src/use-cases/evaluations/name-evaluators.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';

export default class EvalRows extends ListCommand {
  static override summary = 'List the rows of an evaluation: filter, sort, page.';
  static override description =
    'A field is an evaluator, cost, latency, error, output, or a column of the test set. Several conditions must hold together.';
  static override examples = [
    'wf eval rows tuned --where exact_match=false',
    'wf eval rows tuned --interactive',
    'wf eval rows 01932c5e-1111 --sort latency --desc --limit 5',
    'wf eval rows tuned --where "latency>1" --where message~refund --page 2 --json',
  ];
  static override args = Flags.EVALUATION_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.EVALUATION_ROUTE_FLAG,
    ...Flags.INTERACTIVE_FLAG,
    where: Flags.string({
      summary:
        'Only rows where this holds: =, !=, >, >=, <, <=, or ~ for "contains", in upper or lower case. May be repeated.',
      helpValue: 'FIELD=VALUE',
      ...Flags.REPEATED,
    }),
    sort: Flags.string({ summary: "Sort by this field. Default: the test set's order.", helpValue: 'FIELD' }),
    desc: Flags.boolean({ summary: 'With --sort: in descending order.', dependsOn: ['sort'] }),
    limit: Flags.integer({
      summary: 'Rows per page. Default: 50 at a terminal and with --page, otherwise all.',
      ...Flags.CUT,
      max: 1000,
      exclusive: ['interactive'],
    }),
    page: Flags.integer({ summary: 'Page to show, from 1.', helpValue: 'N', min: 1, exclusive: ['interactive'] }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['limit', 'page', 'interactive'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalRows);
    const { client, app, onWarning } = await this.appSession();
    const asked = { client, app, onWarning, evaluation: args.id, route: flags.route };
    const evaluation = await nameEvaluators(client, await resolveEvaluation(asked));
    const chosen = { where: flags.where ?? [], sort: flags.sort ?? null, isDescending: flags.desc };
    if (flags.interactive) {
      const { rowListing } = await import('../../src/cli/kit/browse/evaluation-listings.ts');
      return await this.browse(async (context) => rowListing(evaluation, chosen, context));
    }
    const view = (rows: readonly EvaluationRow[]) => evaluationRowsView(evaluation, rows);
    const isWhole = this.wantsDocument || flags.tsv;
    const isPaged = flags.limit !== undefined || flags.page !== undefined || (this.drawnRows !== null && !flags.all);
    if (!isPaged) return await this.showRecords(readSelectedRows(client, evaluation, { ...chosen, isWhole }), view);
    const { page = 1, limit = 50 } = flags;
    const { rows, hasMore } = await listEvaluationRows(client, evaluation, { ...chosen, isWhole, limit, page });
    await this.show({ json: rows, view: () => view(rows) });
    if (!hasMore) return;
    const total = isFiltered(chosen) ? null : await countEvaluationRows(client, evaluation);
    await this.reportOutcome({ shown: rows.length, total, readHere: null });
  }
}
