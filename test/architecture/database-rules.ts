import { withoutComments } from './import-rules.ts';

const handleParameter = /\b(\w+)(\??): (?:Handle|Kysely<\w+>|Transaction<\w+>)(?= =|[,)\s])( = )?/g;

/** Where the list of parameters begins that the character at `index` is part of, and whether a comma comes before it. */
const placeInList = (code: string, index: number): { opening: number; isFirst: boolean } => {
  let depth = 0;
  let isFirst = true;
  for (let at = index - 1; at >= 0; at--) {
    const character = code[at]!;
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character)) {
      if (depth === 0) return { opening: at, isFirst };
      depth--;
    } else if (character === ',' && depth === 0) isFirst = false;
  }
  return { opening: -1, isFirst };
};

/**
 * What is wrong with the database handles that the functions of one source file take. The handle is the first
 * parameter, is never optional, and nothing beside it says which database it belongs to.
 */
export function findHandleFaults(file: string, source: string): string[] {
  const code = withoutComments(source);
  const faults: string[] = [];
  for (const match of code.matchAll(handleParameter)) {
    const { opening, isFirst } = placeInList(code, match.index);
    if (code[opening] !== '(') continue;
    if (!isFirst) faults.push(`${file}: the handle ${match[1]} is not the first parameter`);
    if (match[2] || match[3]) faults.push(`${file}: the handle ${match[1]} is optional`);
  }
  if (/\b\w+\??: (?:DatabaseKind|Database\['kind'\])\s*[,)]/.test(code))
    faults.push(`${file}: a parameter names the kind of database, which dialectOf reads from the handle`);
  return faults;
}

/** What a client sent, by the names that routes give it. The developer API and the pages write it in snake_case. */
const sentValues = ['body', 'query', 'fields', 'file', 'item', 'config', 'knowledge'];

/**
 * Where a file of src/http reads a row of a table. Rows have names in snake_case; what the folders below return has
 * none. The developer API and the pages have such names in what clients send, the console has none at all.
 */
export function findRowFaults(file: string, source: string): string[] {
  const code = withoutComments(source).replaceAll(/'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, "''");
  const imported = code.matchAll(/\bimport\b[^;]*?\b(\w+Row|Schema|Selectable)\b[^;]*?\bfrom\b/g);
  const read = code.matchAll(/(\w+)[)\]!]*\??\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g);
  const named = file.startsWith('src/http/console/')
    ? code.matchAll(/\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/g)
    : [];
  return [
    ...[...imported].map((match) => `${file} imports ${match[1]}: routes get domain objects`),
    ...[...read]
      .filter((match) => !sentValues.includes(match[1]!))
      .map((match) => `${file} reads ${match[1]}.${match[2]}: routes get domain objects`),
    ...[...named]
      // A reader of files that the developer API and the console share.
      .filter((match) => match[1] !== 'base64_content')
      .map((match) => `${file} names ${match[1]}: names of the console are in camelCase`),
  ];
}

/** Kysely's builders, or SQL as text. */
const statement =
  /\.(?:selectFrom|selectNoFrom|insertInto|replaceInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** These folders call the stores of the folders below them. */
const withoutStatements = /^src\/(?:http|runtime|models|recognition|speech|lib|config)\//;

/**
 * Where the statements of one source file are in the wrong place. A file with statements gets handles and never a
 * `Database`: it opens no transaction, so each of its functions can be part of the caller's.
 */
export function findStatementFaults(file: string, source: string): string[] {
  const code = withoutComments(source);
  if (!statement.test(code)) return [];
  if (withoutStatements.test(file)) return [`${file} has SQL: a store of a folder below has it`];
  return /\bimport\b[^;]*\bDatabase\b[^;]*\bfrom\b/.test(code)
    ? [`${file} has SQL and a Database: a store has one, who opens transactions the other`]
    : [];
}
