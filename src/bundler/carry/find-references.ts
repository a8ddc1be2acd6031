import type { Loader } from 'esbuild';

const TEXT = String.raw`(?:"([^"\\\n]*)"|'([^'\\\n]*)'|` + '`([^`\\\\$]*)`)';
const CALLEE = String.raw`(?:[\w$]+\.)*`;
const URL_OF_MODULE = String.raw`import\.meta\.url`;
const FOLDER_OF_MODULE = [
  '__dirname',
  String.raw`import\.meta\.dirname`,
  String.raw`${CALLEE}dirname\((?:${CALLEE}fileURLToPath\(${URL_OF_MODULE}\)|import\.meta\.filename|__filename)\)`,
  String.raw`${CALLEE}fileURLToPath\(new URL\(["']\.\/?["'],${URL_OF_MODULE}\)\)`,
].join('|');

/**
 * Finds paths that a module names relative to itself: `new URL('./x', import.meta.url)`, `join(import.meta.dirname,
 * 'x')`, and the like, also by way of a constant for the module's folder.
 *
 * @param code - normalized by `normalizeModule`
 * @returns relative paths; a URL without its query, and decoded
 */
export function findReferences(code: string): string[] {
  const urls = alternatives(URL_OF_MODULE, aliasesOf(code, URL_OF_MODULE));
  const folders = alternatives(FOLDER_OF_MODULE, aliasesOf(code, FOLDER_OF_MODULE));
  const found = [
    ...textsOf(code, String.raw`\bnew URL\(${TEXT},(?:${urls})\)`)
      .filter(isRelative)
      .map(toPath),
    ...textsOf(code, String.raw`(?<![\w$.])(?:${folders})\+${TEXT}`).map(toRelative),
    ...textsIn(code, '`\\$\\{(?:' + folders + ')\\}(/[^`\\\\$]*)`').map(toRelative),
    ...joinedPaths(code, folders),
  ];
  return [...new Set(found)].filter((path) => path !== '');
}

function isRelative(url: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|\/|#|\?)/i.test(url);
}

/** A malformed escape stays as it is, as in the path of the URL itself. */
function toPath(url: string): string {
  const path = url.replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Writes a module in one way: without comments, types and spaces, with constant texts joined.
 *
 * @returns `null` for one that does not parse, which the bundler reports
 */
export async function normalizeModule(source: string, loader: Loader): Promise<string | null> {
  const { transform } = await import('esbuild');
  const options = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', logLevel: 'silent' } as const;
  try {
    return (await transform(source, { loader, ...options })).code;
  } catch {
    return null;
  }
}

function aliasesOf(code: string, expression: string): string[] {
  return textsIn(code, String.raw`(?<![\w$.])([\w$]+)=(?:${expression})[,;\n]`);
}

function alternatives(expression: string, names: readonly string[]): string {
  return [expression, ...names.map((name) => String.raw`${name.replaceAll('$', String.raw`\$`)}\b`)].join('|');
}

function joinedPaths(code: string, folders: string): string[] {
  const calls = String.raw`(?<![\w$])${CALLEE}(?:join|resolve)\((?:${folders})((?:,${TEXT})+)\)`;
  return textsIn(code, calls).map((texts) => textsOf(texts, `,${TEXT}`).join('/'));
}

/** A path after a folder: `/x` is below it. */
function toRelative(path: string): string {
  return path.replace(/^\/+/, '');
}

function textsOf(code: string, expression: string): string[] {
  return [...code.matchAll(new RegExp(expression, 'g'))].map(([, one, two, three]) => one ?? two ?? three ?? '');
}

function textsIn(code: string, expression: string): string[] {
  return [...code.matchAll(new RegExp(expression, 'g'))].map(([, text = '']) => text);
}
