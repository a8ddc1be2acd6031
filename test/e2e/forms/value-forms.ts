/** A form in which a value may be typed. Help names the forms that a flag or an argument takes. */
interface ValueForm {
  readonly name: string;
  /** Matches the help of a flag or an argument that takes the form. */
  readonly named: RegExp;
  /** Matches a value in this form, as typed in a shell. */
  readonly typed: RegExp;
}

/** A form that help names and no line types is a fault: pages say more than help, and their forms have lines, too. */
export const VALUE_FORMS: readonly ValueForm[] = [
  { name: '@FILE', named: /@FILE/, typed: /^([^@]*=)?@[^@-]/s },
  { name: '@-', named: /@-/, typed: /(^|=)@-$/ },
  { name: '@@', named: /@@/, typed: /(^|=)@@/ },
  { name: '-', named: /\|-|- reads stdin|or - for stdin|- for standard output/, typed: /^-$/ },
  { name: '@N', named: /@N\b|@REVISION/, typed: /@\d+\b/ },
  { name: 'an id', named: /\b(?:Id|id) (?:or|of)\b|, id\b|\|ID\b/, typed: /^\$\w+$|^\$\{\w+\}$/ },
  { name: 'a prefix of an id', named: /id prefix/i, typed: /^\$\{\w+:0:\d+\}/ },
  { name: 'a value with =', named: /(?:KEY|NAME|COLUMN|FIELD)(?:\[|=)=?VALUE/, typed: /^[^=]+=[^=]*=/s },
  { name: 'an empty value', named: /KEY=VALUE/, typed: /^[^=]+=$/ },
  { name: 'NAME alone', named: /\[=VALUE\]/, typed: /^[^=]+$/ },
  { name: '/ROUTE:', named: /\/ROUTE:/, typed: /^\/[^=]*:/ },
  { name: 'a list', named: /,…|\b[A-Z]+,[A-Z]|separated by commas|1-30,45/, typed: /,/ },
  { name: 'a setting', named: /:setting=/, typed: /\w:\w+=/ },
  { name: 'a duration', named: /\b(?:12h|90d)\b/, typed: /^(\w+=)?\d+[smhdw]$/ },
  { name: 'a date', named: /or a date/, typed: /^\d{4}-\d\d-\d\d/ },
  { name: 'env:NAME', named: /env:NAME/, typed: /^env:/ },
  { name: 'a file of evidence', named: /file of evidence/, typed: /\.json$/ },
  { name: '!=', named: /!=/, typed: /^[^=<>~]+!=/ },
  { name: '>=', named: /, >=/, typed: /^[^=<>~]+>=/ },
  { name: '>', named: /, >,/, typed: /^[^=<>~]+>[^=]/ },
  { name: '<=', named: /, <=/, typed: /^[^=<>~]+<=/ },
  { name: '<', named: /, <,/, typed: /^[^=<>~]+<[^=]/ },
  { name: '~', named: /or ~ for/, typed: /^[^=<>~]+~/ },
  { name: 'forever', named: /forever/, typed: /=forever$/ },
  { name: 'default', named: /or default to remove/, typed: /=default$/ },
  { name: 'local', named: /\blocal for\b/, typed: /^local$/ },
  ...['rename', 'default', 'clamp', 'map', 'drop'].map((kind) => ({
    name: `${kind}:`,
    named: /rename:old=new/,
    typed: new RegExp(`^${kind}:`),
  })),
  ...['header', 'cookie'].map((kind) => ({
    name: `${kind}:NAME`,
    named: new RegExp(`${kind}:NAME`),
    typed: new RegExp(`^${kind}:`),
  })),
  ...['apikey', 'bearer', 'raw'].map((form) => ({
    name: form,
    named: new RegExp(`${form}, .*header:NAME`),
    typed: new RegExp(`^${form}$`),
  })),
  ...['nominal', 'ordinal', 'interval'].map((scale) => ({
    name: scale,
    named: /nominal, ordinal or/,
    typed: new RegExp(`^${scale}$`),
  })),
];
