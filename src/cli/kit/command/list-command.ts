import type { NarrowedList } from '../../../use-cases/records/narrow/narrow-list.ts';
import { describeOutcome } from '../output/describe-outcome.ts';
import type { Result } from '../output/show-result.ts';
import { writeList } from '../output/write-list.ts';
import { isDrawable, measureScreen } from '../process/screen.ts';
import { BaseCommand } from './base-command.ts';

/** How to show a list to people. */
export interface ListView<Row> {
  readonly view: (records: readonly Row[]) => Result['view'];
  /** The command line without a limit. */
  readonly all: string;
}

/** Base of commands that show a list, which flags narrow. */
export abstract class ListCommand extends BaseCommand {
  /** Height of the terminal that the list is drawn on; `null`: it is written for a file, a pipe or a program. */
  protected get drawnRows(): number | null {
    const { stdout, env } = this.ports.io;
    return this.askedForm === null && isDrawable(stdout, env) ? measureScreen(stdout, env).rows : null;
  }

  /** Writes a list: for programs as its records come, otherwise the view of all. */
  protected async showList<Row>({ records, outcome }: NarrowedList<Row>, { view, all }: ListView<Row>): Promise<void> {
    const form = this.askedForm;
    if (form !== null && typeof form !== 'string') {
      await writeList(records, form, this.ports.io.stdout);
    } else {
      const read: Row[] = [];
      for await (const record of records) read.push(record);
      await this.show({ json: read, view: view(read) });
    }
    for (const line of describeOutcome(outcome(), { isDrawn: this.drawnRows !== null, all })) await this.note(line);
  }
}
