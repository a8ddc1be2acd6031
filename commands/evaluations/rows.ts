import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { evaluationRowsView } from '../../src/ui/evaluations/evaluation-views.ts';
import { listEvaluationRows } from '../../src/use-cases/evaluations/list-evaluation-rows.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';

export default class EvalRows extends BaseCommand {
  static override summary = 'List the rows of an evaluation: filter, sort, page.';
  static override description =
    'A field is an evaluator, cost, latency, error, output, or a column of the test set. All conditions must hold.';
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
      summary: 'Only rows where this holds: =, !=, >, >=, <, <=, or ~ for "contains". May be repeated.',
      helpValue: 'FIELD=VALUE',
      ...Flags.REPEATED,
    }),
    sort: Flags.string({ summary: "Sort by this field. Default: the test set's order.", helpValue: 'FIELD' }),
    desc: Flags.boolean({ summary: 'Sort in descending order.', dependsOn: ['sort'] }),
    limit: Flags.integer({
      summary: 'Rows per page. Default: 50.',
      helpValue: 'N',
      min: 1,
      max: 1000,
      exclusive: ['interactive'],
    }),
    page: Flags.integer({ summary: 'Page to show, from 1.', helpValue: 'N', min: 1, exclusive: ['interactive'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EvalRows);
    const { client, app, onWarning } = await this.appSession();
    const evaluation = await resolveEvaluation({ client, app, onWarning, evaluation: args.id, route: flags.route });
    const { page = 1, limit = 50, sort = null } = flags;
    if (flags.interactive) {
      const { rowListing } = await import('../../src/cli/kit/browse/evaluation-listings.ts');
      const chosen = { where: flags.where ?? [], sort, isDescending: flags.desc };
      return await this.browse(async (context) => rowListing(evaluation, chosen, context));
    }
    const { rows, hasMore } = await listEvaluationRows(client, evaluation, {
      where: flags.where ?? [],
      sort,
      isDescending: flags.desc,
      limit,
      page,
    });
    const nextPage = hasMore ? page + 1 : null;
    await this.show({ json: rows, view: () => evaluationRowsView(evaluation, rows, nextPage) });
  }
}
