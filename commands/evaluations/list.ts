import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { isChosen, listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { LABEL_FILTER } from '../../src/cli/kit/define/record-flags.ts';
import { STATUS_WORDS, type StatusWord } from '../../src/contract/evaluations/evaluation-status.ts';
import { evaluationListView } from '../../src/ui/evaluations/evaluation-views.ts';
import {
  EVALUATION_FIELDS,
  filterEvaluations,
  pageEvaluations,
} from '../../src/use-cases/evaluations/filter-evaluations.ts';
import { parseSelectors } from '../../src/use-cases/labels/change-labels.ts';

// The keys of the table are its words.
const STATUSES = Object.keys(STATUS_WORDS) as StatusWord[];

export default class EvalList extends ListCommand {
  static override summary = 'List the evaluations of an app with their scores.';
  static override description =
    'Oldest first; newest first at a terminal, and with --limit unless --sort is given. Several conditions must hold together.';
  static override examples = [
    'wf eval list',
    'wf eval list --interactive',
    'wf eval list --status interrupted',
    'wf eval list --variant tuned --since 7d --where "exact_match>=0.8" --sort cost --desc --limit 10 --json',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    ...Flags.INTERACTIVE_FLAG,
    ...listFlags(EVALUATION_FIELDS, 'the name of the variant or test set'),
    ...LABEL_FILTER,
    status: Flags.string({ summary: 'Only those with this status.', options: STATUSES }),
    variant: Flags.string({ names: 'variant', summary: 'Only those of this variant, or of NAME@REVISION.' }),
    testset: Flags.string({ names: 'testset', summary: 'Only those on this test set.' }),
    route: Flags.string({ names: 'route', summary: 'Only those that called this route.' }),
    env: Flags.string({ names: 'environment', summary: 'Only those of the revision that this environment runs.' }),
    where: Flags.string({
      summary: 'Only those where this holds for the score of an evaluator, the cost or the latency. May be repeated.',
      helpValue: 'FIELD=VALUE',
      ...Flags.REPEATED,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvalList);
    const limit = this.limitOf(flags);
    const typed = await this.filterOf(flags.interactive ? { ...flags, all: true } : flags);
    const labels = parseSelectors(flags.label);
    const { archived } = flags;
    const { client, app } = await this.appSession();
    const isNewestFirst = flags.sort === undefined && (limit !== undefined || this.drawnRows !== null);
    const chosen = {
      client,
      app,
      filter: { ...typed, isDescending: typed.isDescending || isNewestFirst },
      labels,
      archived,
      status: STATUSES.find((word) => word === flags.status) ?? null,
      variant: flags.variant ?? null,
      testset: flags.testset ?? null,
      route: flags.route ?? null,
      environment: flags.env ?? null,
      where: flags.where ?? [],
    };
    if (flags.interactive) {
      const { evaluationListing } = await import('../../src/cli/kit/browse/evaluation-listings.ts');
      const evaluations = isChosen(flags, EvalList.flags)
        ? { records: (await filterEvaluations(chosen)).records, reversed: null }
        : await pageEvaluations({ client, app });
      return await this.browse(async (context) => evaluationListing(evaluations, context));
    }
    const list = await filterEvaluations(chosen);
    await this.showList(list, (evaluations) =>
      evaluationListView(evaluations, { isFiltered: list.isFiltered, isArchived: archived }),
    );
  }
}
