import type { View } from '../../../ui/layout/view.ts';
import { showView } from '../../../ui/layout/show-view.ts';
import type { FilteredList, FilterOutcome } from '../../../client/public/list-filter.ts';
import { describeOutcome } from '../output/describe-outcome.ts';
import { inParts, PART, prepend, writeList } from '../output/write-list.ts';
import { hasColor, isDrawable, measureScreen } from '../process/screen.ts';
import { BaseCommand } from './base-command.ts';

/** How to show a list to people. */
export interface ListRenderer<Row> {
  /** Creates a view of one table. */
  readonly view: (records: readonly Row[]) => View;
  /** The command line without a limit. */
  readonly all: string;
}

/** Base of commands that show a list, which flags filter. */
export abstract class ListCommand extends BaseCommand {
  /** Height of the terminal that the list is drawn on; `null`: it is written for a file, a pipe or a program. */
  protected get drawnRows(): number | null {
    const { stdout, env } = this.ports.io;
    return this.askedForm === null && isDrawable(stdout, env) ? measureScreen(stdout, env).rows : null;
  }

  /** Writes a list: for programs as its records come, otherwise as a table of all. */
  protected async showList<Row>(
    { records, outcome }: FilteredList<Row>,
    { view, all }: ListRenderer<Row>,
  ): Promise<void> {
    const form = this.askedForm;
    if (form !== null && typeof form !== 'string') await writeList(records, form, this.ports.io.stdout);
    else await this.#showTable(records, view);
    await this.tellOutcome(outcome(), all);
  }

  /**
   * Reports to users what a list left out.
   *
   * @param all - the command line without a limit
   */
  protected async tellOutcome(outcome: FilterOutcome, all: string): Promise<void> {
    for (const line of describeOutcome(outcome, { isDrawn: this.drawnRows !== null, all })) await this.note(line);
  }

  async #showTable<Row>(records: AsyncIterable<Row>, view: ListRenderer<Row>['view']): Promise<void> {
    const form = this.askedForm ?? 'plain';
    const parts = inParts(records);
    const next = await parts.next();
    const first = next.done === true ? [] : next.value;
    const isWritten = this.drawnRows === null && (form === 'plain' || form === 'tsv');
    if (isWritten && first.length === PART) {
      const { writeTable } = await import('../output/write-table.ts');
      const { stdout, env } = this.ports.io;
      return await writeTable({ parts: prepend(first, parts), view, form, color: hasColor(stdout, env) }, stdout);
    }
    const read = [...first];
    for await (const part of parts) read.push(...part);
    await this.show({ json: read, view: async (display) => showView(view(read), display) });
  }
}
