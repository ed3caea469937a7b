/** A cell that spreadsheets read as text, even if a name looks like a formula. */
const cell = (value: string | number): string => {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Excel recognises UTF-8 only by this mark. */
const byteOrderMark = '\uFEFF';

export const toCsv = (lines: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + lines.map((line) => line.map(cell).join(',')).join('\r\n');

export const downloadCsv = (fileName: string, text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
};
