import Papa from 'papaparse';

export interface CsvText {
  csv: string;
  mostRows: number;
  mostColumns: number;
}

/** The lines of a CSV text without empty ones, or the rule that it breaks. Runs in the sandbox. */
export default ({ csv, mostRows, mostColumns }: CsvText): { lines: string[][] } | { refusal: string } => {
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
    // The header, and one row more than allowed, to detect too many rows.
    preview: mostRows + 2,
  });
  if (data.length < 2) return { refusal: 'must have a header and at least one row' };
  if (data.length - 1 > mostRows) return { refusal: `must have at most ${mostRows} rows; split it` };
  if (data.some((line) => line.length > mostColumns))
    return { refusal: `must have at most ${mostColumns} columns` };
  return { lines: data };
};
