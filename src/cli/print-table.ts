/** Columns wide enough for their longest cell, two spaces apart. */
export const printTable = (
  print: (line: string) => void,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void => {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
