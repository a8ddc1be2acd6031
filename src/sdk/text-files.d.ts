/** Files that a workflow may import as text; the bundler's `TEXT_LOADERS` lists the same ones. */
declare module '*.csv' {
  const text: string;
  export default text;
}
declare module '*.ejs' {
  const text: string;
  export default text;
}
declare module '*.hbs' {
  const text: string;
  export default text;
}
declare module '*.html' {
  const text: string;
  export default text;
}
declare module '*.liquid' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.prompt' {
  const text: string;
  export default text;
}
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.txt' {
  const text: string;
  export default text;
}
declare module '*.yaml' {
  const text: string;
  export default text;
}
declare module '*.yml' {
  const text: string;
  export default text;
}
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
