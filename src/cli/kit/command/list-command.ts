import { deployStep } from '../../../client/public/deploy-step.ts';
import type { View } from '../../../ui/layout/view.ts';
import type { FilteredList, FilterOutcome, ListFilter } from '../../../client/public/list-filter.ts';
import { parseFilter } from '../../../use-cases/records/parse-filter.ts';
import { readTimeFor } from '../../../use-cases/session/service-time.ts';
import { inParts, isFull, prepend, writeList } from '../output/write-list.ts';
import { hasColor, isDrawable, measureScreen } from '../process/screen.ts';
import { limitOf, type TypedLimit } from '../define/list-flags.ts';
import { BaseCommand } from './base-command.ts';
import { shellLine } from '../../../foundation/shell-word.ts';

type ListView<Row> = (records: readonly Row[]) => View;

/** Base of commands that show a list, which flags filter. */
export abstract class ListCommand extends BaseCommand {
  /** Height of the terminal that the list is drawn on; `null`: it is written for a file, a pipe or a program. */
  protected get drawnRows(): number | null {
    const { stdout, env } = this.ports.io;
    return this.askedForm === null && isDrawable(stdout, env) ? measureScreen(stdout, env).rows : null;
  }

  /** Returns the limit of a list: as typed, otherwise a screenful and a bit more where it is drawn. */
  protected limitOf(typed: TypedLimit): number | undefined {
    return limitOf(typed, this.drawnRows);
  }

  /** Returns the command that brings a workflow to the service. Call it after a request. */
  protected async deployLine(): Promise<string> {
    return await deployStep((await this.session()).client, 'wf deploy');
  }

  protected async filterOf(flags: Parameters<typeof parseFilter>[0] & TypedLimit): Promise<ListFilter> {
    const now = await readTimeFor([flags.since, flags.until], () => this.session());
    return parseFilter({ ...flags, limit: this.limitOf(flags) }, now);
  }

  /**
   * Writes a list: for programs as its records come, otherwise as a table of all.
   *
   * @param whenEmpty - what a table without records says, if that depends on the service
   */
  protected async showList<Row>(
    { records, outcome }: FilteredList<Row>,
    view: ListView<Row>,
    whenEmpty?: () => Promise<View>,
  ): Promise<void> {
    await this.showRecords(records, view, whenEmpty);
    await this.reportOutcome(outcome());
  }

  /** Writes a whole list: for programs as its records come, otherwise as a table of all. */
  protected async showRecords<Row>(
    records: AsyncIterable<Row>,
    view: ListView<Row>,
    whenEmpty = async () => view([]),
  ): Promise<void> {
    const form = this.askedForm;
    if (form !== null && typeof form !== 'string') await writeList(records, form, this.ports.io.stdout);
    else await this.#showTable(records, view, whenEmpty);
  }

  /**
   * Reports on stderr what a list left out, and the command line of the whole list. Programs are told of a cut, too: they
   * would take the list for whole.
   */
  protected async reportOutcome({ shown, total, readHere }: FilterOutcome): Promise<void> {
    if (total === null || total > shown) {
      const count = total === null ? `${shown} are shown, and there are more.` : `${shown} of ${total} are shown.`;
      await this.remark(
        `${count} All: ${shellLine(['wf', ...(this.id ?? '').split(' '), ...uncut(this.argv), '--all'])}`,
      );
    }
    if (readHere === null) return;
    await this.note(`This service does not filter lists: wf read ${readHere} and selected among them.`);
  }

  async #showTable<Row>(
    records: AsyncIterable<Row>,
    view: ListView<Row>,
    whenEmpty: () => Promise<View>,
  ): Promise<void> {
    const form = this.askedForm ?? 'plain';
    const parts = inParts(records);
    const next = await parts.next();
    const first = next.done === true ? [] : next.value;
    const isWritten = this.drawnRows === null && (form === 'plain' || form === 'tsv');
    if (isWritten && isFull(first)) {
      const { writeTable } = await import('../output/write-table.ts');
      const { stdout, env } = this.ports.io;
      const written = { parts: prepend(first, parts), view, form, color: hasColor(stdout, env) } as const;
      const late = await writeTable(written, stdout);
      if (late.length > 0)
        await this.remark(`Too long a table for its columns ${late.join(', ')}: add --json for them.`);
      return;
    }
    const read = [...first];
    for await (const part of parts) read.push(...part);
    await this.show({ json: read, view: async () => (read.length === 0 ? await whenEmpty() : view(read)) });
  }
}

const CUTTING = /^--(?:limit|lines|rows|page)(?:=|$)/;

/** Returns the words of a command line without those that cut its list. */
function uncut(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    const before = words[index - 1] ?? '';
    return !CUTTING.test(word) && !(CUTTING.test(before) && !before.includes('='));
  });
}
