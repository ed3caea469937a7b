export interface PdfText {
  text: string;
  x: number;
  /** From the bottom of the page, in points. */
  y: number;
  size: number;
}

/** Maps the letters from A to other characters, or to several. */
const toUnicode = (letters: Iterable<string>): string => {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const pairs = [...letters].map((letter, index) => `<${(65 + index).toString(16)}> <${hex(letter)}>`);
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar endcmap end end`;
};

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A simple PDF with lines of Helvetica text per page, or of Courier if `letters` maps A, B, C … to characters. */
export const makePdf = (pages: PdfText[][], letters: string | string[] = ''): Buffer => {
  const objects: string[] = [];
  const pageIds = pages.map((_, index) => 4 + index * 2);
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[2] = `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`;
  const map = 4 + pages.length * 2;
  const isMapped = letters.length > 0;
  const meaning = isMapped ? ` /ToUnicode ${map} 0 R` : '';
  objects[3] = `<< /Type /Font /Subtype /Type1 /BaseFont /${isMapped ? 'Courier' : 'Helvetica'} /Encoding /WinAnsiEncoding${meaning} >>`;
  if (isMapped) objects[map] = stream(toUnicode(letters));
  pages.forEach((lines, index) => {
    const content = lines
      .map(
        ({ text, x, y, size }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    objects[4 + index * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`;
    objects[5 + index * 2] = stream(content);
  });
  let file = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((body, id) => {
    offsets[id] = file.length;
    file += `${id} 0 obj\n${body}\nendobj\n`;
  });
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).slice(1);
  file += `xref\n0 ${objects.length}\n0000000000 65535 f \n${table.join('')}`;
  file += `trailer\n<< /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};
