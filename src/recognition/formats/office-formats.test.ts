import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import { makeDocx, paragraph, relationsXml } from '../../../test/support/recognition/make-docx.ts';
import { makeZip } from '../../../test/support/recognition/make-zip.ts';
import { RecognitionError, type RecognitionFailure } from '../recognition-error.ts';
import { readDocx } from './read-docx.ts';
import { readPptx } from './read-pptx.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const failsWith = (reason: RecognitionFailure) => (error: unknown) =>
  error instanceof RecognitionError && error.reason === reason;

const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;

const styles = `<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Own"><w:basedOn w:val="H1"/><w:name w:val="My chapter"/></w:style></w:styles>`;
const numbering = `<w:numbering><w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>
  <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="2"><w:abstractNumId w:val="9"/></w:num></w:numbering>`;
const listed = (text: string, level: number) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="2"/></w:numPr>`);

test('Word headings, including derived styles, and numbered lists are marked', async () => {
  const body = [
    paragraph('Chapter', '<w:pStyle w:val="Own"/>'),
    paragraph('By outline', '<w:outlineLvl w:val="1"/>'),
    listed('one', 0),
    listed('below', 1),
    listed('two', 0),
    paragraph('End'),
  ].join('');
  const { markdown } = await readDocx(makeDocx(body, { styles, numbering }));
  assert.equal(markdown, '# Chapter\n\n## By outline\n\n1. one\n  - below\n2. two\n\nEnd');
});

test('Word quotations are marked, and their paragraphs stay together', async () => {
  const quotes = `<w:styles><w:style w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
    <w:style w:styleId="Own"><w:basedOn w:val="Zitat"/><w:name w:val="My words"/></w:style></w:styles>`;
  const body = [
    paragraph('She wrote:'),
    paragraph('The dues are too high.', '<w:pStyle w:val="Zitat"/>'),
    paragraph('They always were.', '<w:pStyle w:val="Own"/>'),
    paragraph('So they were lowered.'),
  ].join('');
  const { markdown } = await readDocx(makeDocx(body, { styles: quotes }));
  assert.equal(
    markdown,
    'She wrote:\n\n> The dues are too high.\n>\n> They always were.\n\nSo they were lowered.',
  );
});

test('Word numbers are the displayed ones: sections, letters, start values, continued lists', async () => {
  const level = (number: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const own = `<w:numbering>
    <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1', 3)}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, 'lowerLetter', '(%1)')}${level(1, 'upperRoman', '%2.')}</w:abstractNum>
    <w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="6"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="7"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="8"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
  </w:numbering>`;
  const numbered = (text: string, list: number, at: number, more = '') =>
    paragraph(text, `${more}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
  const body = [
    numbered('Terms', 5, 0, '<w:pStyle w:val="H1"/>'),
    numbered('Payment', 5, 1, '<w:outlineLvl w:val="1"/>'),
    numbered('at once', 6, 0),
    numbered('or sooner', 6, 1),
    numbered('in full', 7, 0),
    numbered('again', 8, 0),
  ].join('');
  const { markdown } = await readDocx(makeDocx(body, { styles, numbering: own }));
  assert.equal(
    markdown,
    '# 3 Terms\n\n## 3.1 Payment\n\n- (a) at once\n  - I. or sooner\n- (b) in full\n- (a) again',
  );
});

test('merged cells of Word tables are filled', async () => {
  const body = `<w:tbl>${row(cell('a', '<w:vMerge w:val="restart"/>'), cell('b', '<w:gridSpan w:val="2"/>'))}
    ${row(cell('', '<w:vMerge/>'), cell('c'), cell('d'))}</w:tbl>`;
  const { markdown } = await readDocx(makeDocx(body));
  assert.equal(markdown, '| a | b | b |\n| --- | --- | --- |\n| a | c | d |');
});

test('Word notes and URLs follow their paragraph', async () => {
  const body = `<w:p><w:r><w:t>Dues rose</w:t></w:r><w:r><w:footnoteReference w:id="4"/></w:r><w:r><w:t>, see </w:t></w:r>
    <w:hyperlink r:id="link"><w:r><w:t>prices</w:t></w:r></w:hyperlink></w:p>${paragraph('Next')}`;
  const footnotes = `<w:footnotes><w:footnote w:id="-1" w:type="separator"><w:p/></w:footnote>
    <w:footnote w:id="4">${paragraph(' By five percent.')}</w:footnote></w:footnotes>`;
  const { markdown } = await readDocx(makeDocx(body, { footnotes }));
  assert.equal(
    markdown,
    'Dues rose[^4], see prices\n\n[^4]: By five percent.\n[prices]: https://example.com/prices\n\nNext',
  );
});

test('deleted, moved and hidden text of a Word document is not read, inserted text is', async () => {
  const body = `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:ins><w:r><w:t>kept &amp; new</w:t></w:r></w:ins></w:p>`;
  assert.equal((await readDocx(makeDocx(body))).markdown, 'kept & new');
});

test('a text box is read once although the file contains it twice', async () => {
  const box = `<w:txbxContent>${paragraph('boxed')}</w:txbxContent>`;
  const body = `<w:p><w:r><mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  assert.equal((await readDocx(makeDocx(body))).markdown, 'boxed');
});

test('a Word document with ten thousand paragraphs is read completely', async () => {
  const { markdown } = await readDocx(makeDocx(paragraph('Some words of a long report.').repeat(10_000)));
  assert.equal(markdown.split('\n\n').length, 10_000);
});

test('a truncated, garbled or empty package is damaged', async () => {
  const whole = makeDocx(paragraph('words '.repeat(5_000)));
  await assert.rejects(readDocx(whole.subarray(0, whole.length - 100)), failsWith('damaged'));
  await assert.rejects(
    readDocx(makeZip([{ name: 'word/document.xml', data: 'no markup' }])),
    failsWith('damaged'),
  );
  await assert.rejects(readDocx(makeZip([{ name: 'a.txt', data: 'x' }])), failsWith('damaged'));
});

test('a part that unpacks to a hundred times the archive is refused, even if it states a small size', async () => {
  const bomb = Buffer.alloc(200 * 2 ** 20, 32);
  const parts = [{ name: 'word/document.xml', data: bomb, statedSize: 100 }];
  await assert.rejects(readDocx(makeZip(parts)), failsWith('too-complex'));
});

test('many parts over the same packed bytes are counted each time', async () => {
  const zip = makeZip([{ name: 'word/document.xml', data: Buffer.alloc(30 * 2 ** 20, 32) }]);
  const entry = zip.subarray(zip.length - 22 - 46 - 17, zip.length - 22);
  const directory = Array.from({ length: 9 }, (_, index) => {
    const copy = Buffer.from(entry);
    copy.write(`word/document${index}.xm`, 46);
    return copy;
  });
  const end = Buffer.from(zip.subarray(zip.length - 22));
  end.writeUInt16LE(9, 8);
  end.writeUInt16LE(9, 10);
  end.writeUInt32LE(9 * entry.length, 12);
  const overlapping = Buffer.concat([zip.subarray(0, zip.length - 22 - entry.length), ...directory, end]);
  const { readZip } = await import('../archive/read-zip.ts');
  const reader = await readZip(overlapping);
  assert.throws(() => reader.entries.map(({ name }) => reader.read(name)), failsWith('too-complex'));
});

test('a directory with a hundred thousand parts is refused', async () => {
  const zip = makeZip([{ name: 'word/document.xml', data: '<w:document/>' }]);
  zip.writeUInt16LE(60_000, zip.length - 12);
  await assert.rejects(readDocx(zip), failsWith('too-complex'));
});

const shape = (text: string, type = '') =>
  `<p:sp><p:nvPr>${type ? `<p:ph type="${type}"/>` : ''}</p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const slide = (...shapes: string[]) =>
  `<p:sld><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;

const makePptx = (first: string, second: string) =>
  makeZip([
    {
      name: 'ppt/presentation.xml',
      data: '<p:presentation><p:sldIdLst><p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relationsXml([
        ['a', 'slide', 'slides/slide1.xml'],
        ['b', 'slide', '/ppt/slides/slide2.xml'],
      ]),
    },
    { name: 'ppt/slides/slide1.xml', data: first },
    { name: 'ppt/slides/slide2.xml', data: second },
    {
      name: 'ppt/slides/_rels/slide2.xml.rels',
      data: relationsXml([['n', 'notesSlide', '../notesSlides/n.xml']]),
    },
    {
      name: 'ppt/notesSlides/n.xml',
      data: `<p:notes>${shape('Say hello', 'body')}${shape('7', 'sldNum')}</p:notes>`,
    },
  ]);

test('slides are in display order, with titles, tables and notes', async () => {
  const table =
    '<a:tbl><a:tr><a:tc gridSpan="2"><a:p><a:r><a:t>Dues</a:t></a:r></a:p></a:tc><a:tc hMerge="1"/></a:tr><a:tr><a:tc><a:p><a:r><a:t>in</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>out</a:t></a:r></a:p></a:tc></a:tr></a:tbl>';
  const deck = makePptx(
    slide(shape('Only words'), shape('12', 'sldNum')),
    slide(shape('Welcome', 'title'), table),
  );
  const { markdown, pages } = await readPptx(deck);
  assert.equal(pages, 2);
  assert.equal(
    markdown,
    '## Welcome\n\n| Dues |  |\n| --- | --- |\n| in | out |\n\nNotes: Say hello\n\n\f\n\n## Slide 2\n\nOnly words',
  );
});

test('lists of slides, including numbered ones, are lists, and links have their URL', async () => {
  const item = (text: string, properties: string, link = '') =>
    `<a:p><a:pPr ${properties}</a:pPr><a:r><a:rPr>${link}</a:rPr><a:t>${text}</a:t></a:r></a:p>`;
  const numbered = 'lvl="0"><a:buAutoNum type="arabicPeriod"/>';
  const box = `<p:sp><p:nvPr/><p:txBody>${[
    item('Pay:', '>'),
    item('at once', numbered),
    item('in full', 'lvl="1"><a:buChar char="•"/>'),
    item('again', numbered),
    item('See prices', '>', '<a:hlinkClick r:id="n"/>'),
  ].join('')}</p:txBody></p:sp>`;
  const parts = [
    {
      name: 'ppt/slides/slide1.xml',
      data: slide(box),
    },
    {
      name: 'ppt/slides/_rels/slide1.xml.rels',
      data: relationsXml([['n', 'hyperlink', 'https://example.com/prices', 'External']]),
    },
  ];
  const { markdown } = await readPptx(makeZip(parts));
  assert.equal(
    markdown,
    '## Slide 1\n\nPay:\n\n1. at once\n  - in full\n2. again\n\nSee prices\n\n[See prices]: https://example.com/prices',
  );
});

const workbook = (sheets: Record<string, WorkSheet>, hidden: string[] = []) => {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
  };
  return (bookType: 'xlsx' | 'biff8') =>
    new Uint8Array(write(book, { type: 'buffer', bookType, compression: true }));
};

const number = (v: number, z: string): CellObject => ({ t: 'n', v, z });

test('dates with dots and dates in unknown formats are dates', async () => {
  const moment = 45_291.604_166_666_664;
  const formats = {
    'dd.mm.yyyy': '31.12.2023',
    'd.m.yy h:mm': '31.12.23 14:30',
    '[$-407]d. mmmm yyyy': '31. December 2023',
    'dd\\.mm\\.yyyy "um" hh:mm:ss.00': '31.12.2023 um 14:30:00.00',
    'TT.MM.JJJJ': '2023-12-31 14:30:00',
    '0.000': '45291.604',
  };
  const sheet = utils.aoa_to_sheet([Object.keys(formats).map((format) => number(moment, format))]);
  const { sheets } = await readSpreadsheet(workbook({ S: sheet })('xlsx'));
  assert.deepEqual(sheets?.[0]?.rows, [Object.values(formats)]);
});

test('long numbers keep all their digits unless the cell has a format', async () => {
  const article = 4_006_381_333_931;
  const sheet = utils.aoa_to_sheet([[article, number(article, '0.00E+00'), 1.5e300]]);
  const { sheets } = await readSpreadsheet(workbook({ S: sheet })('xlsx'));
  assert.deepEqual(sheets?.[0]?.rows, [['4006381333931', '4.01E+12', '1.5E+300']]);
});

for (const bookType of ['xlsx', 'biff8'] as const) {
  test(`cells of a ${bookType} workbook are read as displayed`, async () => {
    const sheet = utils.aoa_to_sheet([
      ['Report', '', ''],
      ['Ship', 'Paid', 'Share'],
      ['Aurora', number(45_000, 'dd/mm/yyyy'), number(0.256, '0.0%')],
      ['', number(45_001, 'yyyy-mm-dd'), number(1234.5, '#,##0.00')],
    ]);
    sheet['!merges'] = [
      { s: { r: 0, c: 0 }, e: { r: 0, c: 2 } },
      { s: { r: 2, c: 0 }, e: { r: 3, c: 0 } },
    ];
    const other = utils.aoa_to_sheet([[], ['', 'inner', ''], [], ['', 'last', '']]);
    const secret = utils.aoa_to_sheet([['salary']]);
    const { sheets, warnings } = await readSpreadsheet(
      workbook({ S: sheet, T: other, Secret: secret }, ['Secret'])(bookType),
    );
    assert.deepEqual(sheets, [
      {
        name: 'S',
        rows: [
          ['Report', '', ''],
          ['Ship', 'Paid', 'Share'],
          ['Aurora', '15/03/2023', '25.6%'],
          ['Aurora', '2023-03-16', '1,234.50'],
        ],
      },
      { name: 'T', rows: [['inner'], ['last']] },
    ]);
    assert.deepEqual(warnings, ['Hidden sheets were skipped: Secret']);
  });
}

test('a sheet that claims a billion cells costs only its content', async () => {
  const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const text = (r: string, value: string) => `<c r="${r}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const book = makeZip([
    {
      name: '[Content_Types].xml',
      data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    },
    { name: '_rels/.rels', data: relationsXml([['r1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${namespace}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relationsXml([['r1', 'worksheet', 'worksheets/sheet1.xml']]),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      data: `<worksheet xmlns="${namespace}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${text('A1', 'near')}</row><row r="1048576">${text('XFD1048576', 'far')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
    },
  ]);
  const { sheets } = await readSpreadsheet(book);
  const filled = sheets?.[0]?.rows.map((cells) => cells.filter(Boolean));
  assert.deepEqual(filled, [['near'], ['far']]);
});
