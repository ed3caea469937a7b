import Papa from 'papaparse';
import checkValue from '../../lib/sandbox/jobs/check-value.ts';
import { CaseProblem, readCase } from '../cases/read-case.ts';
import type { CaseContent } from '../cases/test-case.ts';
import { type CaseColumn, caseColumns, caseOfCells, cleanCell } from './csv-columns.ts';

export interface CaseFile {
  format: 'csv' | 'jsonl';
  content: string;
  mostCases: number;
}

/** A rule that the file breaks. Rows count from 1, with the header of a CSV file as row 1. */
export interface FileProblem {
  row: number | null;
  column: string | null;
  rule: string;
}

/** Enough to correct a file in one go. */
const mostProblems = 50;

/** Compiles the schemas of a case. */
const withSchemas = (content: CaseContent): CaseContent => {
  for (const [index, one] of content.expectations.entries()) {
    if (one.type !== 'json-schema') continue;
    const { schemaProblem } = checkValue({ schema: JSON.stringify(one.schema) });
    if (schemaProblem !== undefined)
      throw new CaseProblem(`expectations[${index}].schema`, `is not a valid schema: ${schemaProblem}`);
  }
  return content;
};

/** The field that the writer of a CSV file sees. */
const columnOf = (field: string, columns: readonly CaseColumn[]): string => {
  const number = /^expectations\[(\d+)\]/.exec(field)?.[1];
  if (number === undefined) return field.split(/[.[]/)[0]!;
  return columns[Number(number)] ?? 'expectations';
};

interface Row {
  number: number;
  /** Throws CaseProblem. */
  read(): CaseContent;
}

const csvRows = (content: string, mostCases: number): Row[] | FileProblem => {
  const { data } = Papa.parse<string[]>(content.replace(/^\uFEFF/, ''), { preview: mostCases + 2 });
  const [header = [], ...lines] = data;
  const names = header.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => name !== '' && !(caseColumns as readonly string[]).includes(name));
  if (unknown !== undefined)
    return { row: 1, column: unknown.slice(0, 100), rule: `must be one of ${caseColumns.join(', ')}` };
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) return { row: 1, column: twice, rule: 'must not occur twice' };
  if (!names.includes('question') && !names.includes('turns'))
    return { row: 1, column: null, rule: 'must be a header with the column question or turns' };
  return lines.flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return [];
    const cells = Object.fromEntries(
      names.flatMap((name, at) => (name === '' ? [] : [[name, cleanCell(line[at] ?? '')]])),
    );
    return [
      {
        number: index + 2,
        read: () => {
          const { given, columns } = caseOfCells(cells);
          try {
            return withSchemas(readCase(given));
          } catch (error) {
            if (!(error instanceof CaseProblem)) throw error;
            throw new CaseProblem(columnOf(error.field, columns), error.rule);
          }
        },
      },
    ];
  });
};

const jsonRows = (content: string): Row[] =>
  content
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      return [
        {
          number: index + 1,
          read: () => {
            let given: unknown;
            try {
              given = JSON.parse(line);
            } catch {
              throw new CaseProblem('', 'must be a JSON object on one line');
            }
            return withSchemas(readCase(given));
          },
        },
      ];
    });

/** The cases of a file, or the rules that it breaks. Runs in the sandbox: the file is what a tenant wrote. */
export default ({
  format,
  content,
  mostCases,
}: CaseFile): { cases: CaseContent[] } | { problems: FileProblem[] } => {
  const rows = format === 'csv' ? csvRows(content, mostCases) : jsonRows(content);
  if (!Array.isArray(rows)) return { problems: [rows] };
  if (rows.length === 0)
    return { problems: [{ row: null, column: null, rule: 'must have at least one case' }] };
  if (rows.length > mostCases)
    return { problems: [{ row: null, column: null, rule: `must have at most ${mostCases} cases` }] };
  const cases: CaseContent[] = [];
  const problems: FileProblem[] = [];
  for (const { number, read } of rows) {
    if (problems.length >= mostProblems) break;
    try {
      const found = read();
      // An id of a file is only valid in the set that has the file.
      for (const { files } of found.turns) for (const file of files) file.fileId = null;
      cases.push(found);
    } catch (error) {
      if (!(error instanceof CaseProblem)) throw error;
      problems.push({ row: number, column: error.field || null, rule: error.rule });
    }
  }
  return problems.length > 0 ? { problems } : { cases };
};
