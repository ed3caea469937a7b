/** Documents and schemas that are small to write and expensive to process. */
import * as xlsx from '@e965/xlsx';

const megabyte = 1024 * 1024;

/** 2^levels nodes if every reference is followed. */
export const doublingSchema = (levels: number): Record<string, unknown> => {
  const $defs: Record<string, unknown> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level += 1) {
    const $ref = `#/$defs/d${level + 1}`;
    $defs[`d${level}`] = { anyOf: [{ $ref }, { $ref }] };
  }
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
};

/** Just within the limits of a tool. Every node is compiled. */
export const wideSchema = (properties: number): Record<string, unknown> => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: properties }, (_, index) => [
      `p${index}`,
      { type: 'string', pattern: '^(a+)+$', minLength: 1, maxLength: 100 },
    ]),
  ),
});

const aliasBomb = (): string =>
  Array.from({ length: 30 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x, x, x]' : `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`,
  ).join('\n');

const manyOperations = (operations: number, properties: number): string => {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: properties }, (_, at) => [`p${at}`, { $ref: '#/components/schemas/Wide' }]),
    ),
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } };
  const paths = Array.from({ length: operations }, (_, at) => [
    `/p${at}`,
    { post: { requestBody: { content } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example' }],
    paths: Object.fromEntries(paths),
    components: { schemas: { Wide: schema } },
  });
};

/** Takes the parser minutes, so it uses the whole time limit. */
export const endlessOpenApi = (): string => `a: ${'[{a: '.repeat(100_000)}`;

/** Texts for the import of tools. */
export const expensiveOpenApi = (): string[] => [
  aliasBomb(),
  `a: "${'\\u0041'.repeat(100_000)}"`,
  manyOperations(64, 100),
  'a'.repeat(1.9 * megabyte),
];

/** Text of the maximum length for the import of records. */
export const expensiveCsv = (): string[] => [
  '"'.repeat(500_000),
  '\n'.repeat(3_900_000),
  `"${'""\n,'.repeat(900_000)}"`,
  Array.from({ length: 10_001 }, (_, row) =>
    row === 0 ? fieldNames.join(',') : fieldNames.map(() => '=1+1').join(','),
  ).join('\n'),
];

/** A workbook in base64 with as many columns as an import allows. */
export const wideWorkbook = (): string => {
  const cells = Array.from({ length: 1000 }, (_, row) =>
    Array.from({ length: 1000 }, (_, column) => (row === 0 ? `f${column}` : column)),
  );
  const sheet = xlsx.utils.aoa_to_sheet(cells);
  return xlsx.write(
    { SheetNames: ['a'], Sheets: { a: sheet } },
    { type: 'base64', bookType: 'xlsx', compression: true },
  );
};

const fieldNames = Array.from({ length: 64 }, (_, at) => `f${at}`);

/**
 * Documents whose text is hard to split. They are read and embedded outside the event loop, which is slow, so
 * there are few and they are short.
 */
export const expensiveMarkdown = (): string[] => [`${'> '.repeat(2000)}x\n`.repeat(5), '['.repeat(20_000)];
