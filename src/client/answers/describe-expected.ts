/** Describes the response of an endpoint by its name: `getEvaluation` → "an evaluation". */
export function describeExpected(name: string): string {
  const [verb = '', ...words] = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const noun = words.join(' ');
  if (verb === 'list') return `a list of ${noun}`;
  if (verb === 'get' || verb === 'fetch') return withArticle(noun);
  return `the response to "${[verb, ...words].join(' ')}"`;
}

function withArticle(noun: string): string {
  if (noun.endsWith('s') && !noun.endsWith('status')) return noun;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
