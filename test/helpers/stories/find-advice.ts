/** A command that a printed line proposes. */
export interface Advice {
  /** As it is typed, with placeholders. */
  readonly line: string;
  /** Without names, ids, paths and numbers: advice of one shape is typed once. */
  readonly shape: string;
}

/**
 * Finds the commands that printed lines propose after "Try:", "Next:" and the like, without the rest of their sentence.
 * "Add --flag" is the typed line with the flag, and "…" stands for the flags of the typed line.
 *
 * @param typed - the line that printed them
 */
export function findAdvice(lines: readonly string[], typed: string): Advice[] {
  const [command = null] = /^wf [^|<>&;]+$/.exec(withoutPlace(typed.trim())) ?? [];
  const place = command === null ? '' : typed.trim().slice(0, -command.length);
  return lines.flatMap((printed) => {
    const [, step = IN_JSON.exec(printed)?.[1] ?? ''] = STEP.exec(printed) ?? [];
    const [, added] = ADDED.exec(step) ?? [];
    if (added !== undefined)
      return command === null ? [] : [{ line: `${place}${command}${added}`, shape: shapeOf(`Add${added}`) }];
    const [proposed = null] = COMMAND.exec(step.slice(step.search(/(?<=^|: |with |then )wf /))) ?? [];
    if (proposed === null) return [];
    const whole = proposed.replace(/\.$/, '');
    const [start = '', rest] = whole.split(' …');
    if (rest === undefined) return [{ line: `${place}${whole}`, shape: shapeOf(whole) }];
    return command?.startsWith(start) === true ? [{ line: `${place}${command}${rest}`, shape: shapeOf(whole) }] : [];
  });
}

/** A line without what stands before its command: `cd shop && ` and `NAME=x `. */
export function withoutPlace(line: string): string {
  return line.replace(PLACE, '');
}

const PLACE = /^(?:cd \S+ && |[A-Z_]+=\S+ )*/;
const STEP = /\b(?:Try|Next|To continue|Run|Create one|Run one|Set one|Set them): (.+)$/;
/** An element of `next_steps`. */
const IN_JSON = /^! +"((?:wf|Add) .+?)",?$/;
const WORDS = String.raw`(?: (?:'[^']*'|[^\s'",:;()|]|[,:;](?! |$))+)+`;
const COMMAND = new RegExp(`^wf${WORDS}`);
const ADDED = /^Add((?: --[\w-]+(?: (?!--)(?:'[^']*'|[^\s'",:;]|[,:](?! |$))+)?)+)(?=[.:,]|$)/;

/** Lists the advice that a recorded story prints, as it is recorded. On narrow terminals, lines are broken. */
export function adviceIn(story: string): Advice[] {
  return [...story.matchAll(/^```console(?: \d{3} columns)?\n(.*?)^```$/gms)].flatMap(([, text = '']) =>
    text.split(/^\$ /m).flatMap((run) => {
      const [typed = '', ...lines] = run.split('\n');
      return findAdvice(lines, typed);
    }),
  );
}

function shapeOf(command: string): string {
  return command
    .replaceAll(/'[^']*'|<\w+>|(?<= )[^- ]*[\d@#/.][^ ]*/g, '_')
    .replaceAll(/(?<= --[a-z-]+ )[a-z_][^ ]*/g, '_')
    .replace(NAMED, '_');
}

/** What follows the words of a command that takes names. */
const NAMED =
  /(?<=^wf (?:run|open|replay|explain|routes|trust|init|[a-z-]+ (?:show|use|remove|add|delete|diff|deploy|rollback|revert|revisions|revoke|compare|watch|rows|resume|export)) )[a-z_][^ ]*(?: [a-z_][^ ]*)*/;
