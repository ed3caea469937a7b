import assert from 'node:assert/strict';
import { utils, type WorkSheet, write } from '@e965/xlsx';
import { operatorOf } from '../../support/console/operator.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

type Sheets = Record<string, WorkSheet>;

const workbook = (sheets: Sheets, bookType: 'xlsx' | 'xls', hidden: string[] = []): string => {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) };
  return (
    write(book, { type: 'buffer', bookType: bookType === 'xls' ? 'biff8' : 'xlsx' }) as Buffer
  ).toString('base64');
};

const base64 = (text: string | Uint8Array): string => Buffer.from(text as string).toString('base64');

/** Title, header, a real date, a formula, a currency, a postcode with its zeros, a Boolean, an empty row. */
const orders = (): WorkSheet => {
  const sheet = utils.aoa_to_sheet([
    ['Orders of January'],
    ['Order No', 'Cost Total $', 'Ordered on', 'Postcode', 'Paid?', 'Due'],
    [101, 1234.5, null, 1067, true, '03/04/2026'],
    [],
    [102, null, null, 80331, false, '05/06/2026'],
  ]);
  sheet.C3 = { t: 'n', v: 46_053, z: 'dd.mm.yyyy' };
  sheet.C5 = { t: 'n', v: 46_054.75, z: 'm/d/yy h:mm' };
  sheet.B5 = { t: 'n', f: 'B3*2', v: 2469, z: '"$"#,##0.00' };
  sheet.D3 = { t: 'n', v: 1067, z: '00000' };
  sheet.D5 = { t: 'n', v: 80_331, z: '00000' };
  return sheet;
};

testService('a new table is proposed from an xlsx file and filled by its import', {}, async (service) => {
  const { agent, call } = await operatorOf(service);
  const file = {
    name: 'orders.xlsx',
    content: workbook(
      { Notes: utils.aoa_to_sheet([['Only a note']]), Orders: orders(), Old: orders() },
      'xlsx',
      ['Old'],
    ),
  };
  const proposed = await call('POST', `${agent}/tables/import/preview`, { file });
  assert.equal(proposed.status, 200, proposed.text);
  assert.deepEqual(
    proposed.body.sheets.map(({ name }: { name: string }) => name),
    ['Notes', 'Orders'],
  );
  assert.deepEqual([proposed.body.sheet, proposed.body.headerRow, proposed.body.totalRows], ['Orders', 2, 2]);
  assert.deepEqual(proposed.body.fields, [
    { name: 'order_no', type: 'INT' },
    { name: 'cost_total', type: 'FLOAT' },
    { name: 'ordered_on', type: 'DATETIME' },
    { name: 'postcode', type: 'TEXT' },
    { name: 'paid', type: 'BOOLEAN' },
    { name: 'due', type: 'DATETIME' },
  ]);
  assert.deepEqual(
    proposed.body.columns.map(({ needsDateOrder }: { needsDateOrder: boolean }) => needsDateOrder),
    [false, false, false, false, false, true],
  );
  assert.equal(proposed.body.goodRows, 0, '03/04/2026 is not guessed');
  const formats = [null, null, null, null, null, { dateOrder: 'dmy' }];
  const fields = proposed.body.fields;
  const checked = await call('POST', `${agent}/tables/import/preview`, { file, fields, formats });
  assert.equal(checked.body.goodRows, 2, checked.text);

  const table = await call('POST', `${agent}/tables`, { name: 'orders', description: 'Orders', fields });
  assert.equal(table.status, 201, table.text);
  const path = `${agent}/tables/${table.body.id}`;
  const mapping = fields.map(({ name }: { name: string }) => name);
  const unclear = await call('POST', `${path}/import`, { file, mapping });
  assert.equal(unclear.status, 400);
  assert.match(unclear.body.message, /formats\[5\]\.dateOrder is required.*"Due".*dmy.*mdy/);
  const started = await call('POST', `${path}/import`, { file, mapping, formats });
  assert.equal(started.status, 202, started.text);
  await eventually('the import is done', async () => {
    const { body } = await call('GET', `${path}/imports/${started.body.id}`);
    return body.status === 'done' && body.added === 2;
  });
  const { body } = await call('POST', `${path}/records/search`, {});
  const values = body.items.map((item: { values: object }) => item.values);
  assert.deepEqual(
    values.toSorted((a: { order_no: number }, b: { order_no: number }) => a.order_no - b.order_no),
    [
      {
        order_no: 101,
        cost_total: 1234.5,
        ordered_on: '2026-01-31 00:00:00',
        postcode: '01067',
        paid: true,
        due: '2026-04-03 00:00:00',
      },
      {
        order_no: 102,
        cost_total: 2469,
        ordered_on: '2026-02-01 18:00:00',
        postcode: '80331',
        paid: false,
        due: '2026-06-05 00:00:00',
      },
    ],
  );
});

testService('xls and csv files in several encodings are imported into a table', {}, async (service) => {
  const { agent, call } = await operatorOf(service);
  const fields = [
    { name: 'item', type: 'TEXT' },
    { name: 'unit_price', type: 'FLOAT' },
  ];
  const table = await call('POST', `${agent}/tables`, { name: 'stock', description: 'Stock', fields });
  const preview = async (file: { name: string; content: string }, more: object = {}) => {
    const answer = await call('POST', `${agent}/tables/${table.body.id}/import/preview`, { file, ...more });
    return answer.status === 200
      ? answer.body.rows.map(({ values }: { values: object }) => values)
      : answer.body.message;
  };
  const rows = [{ item: '书 lamp', unit_price: 1234.5 }];
  const sheet = utils.aoa_to_sheet([
    ['Item', 'Unit Price'],
    ['书 lamp', 1234.5],
  ]);
  assert.deepEqual(await preview({ name: 'a.xls', content: workbook({ S: sheet }, 'xls') }), rows);
  assert.deepEqual(
    await preview({ name: 'a.csv', content: workbook({ S: sheet }, 'xlsx') }),
    rows,
    'the content decides, not the name',
  );
  const csv = 'Item;Unit Price\n书 lamp;1.234,50\n';
  for (const content of [base64(csv), base64(`\ufeff${csv}`), base64(Buffer.from(`\ufeff${csv}`, 'utf16le'))])
    assert.deepEqual(await preview({ name: 'a.csv', content }), rows);
  // 商品 and 价格表说明 in GB 18030.
  const chinese = Buffer.from('c9ccc6b72cbcdbb8f1b1edcbb5c3f70a', 'hex');
  const guessed = await call('POST', `${agent}/tables/import/preview`, {
    file: { name: 'a.csv', content: base64(Buffer.concat([chinese, chinese])) },
  });
  assert.deepEqual(guessed.body.header, ['商品', '价格表说明']);
  assert.deepEqual(
    await preview({ name: 'a.txt', content: base64('item\tunit price\n书 lamp\t$1,234.50\n') }),
    rows,
  );

  const small = workbook({ A: sheet, B: sheet }, 'xlsx');
  assert.match(
    await preview({ name: 'a.xlsx', content: small }, { sheet: 'C' }),
    /sheet must be one of "A", "B"/,
  );
  assert.match(
    await preview({ name: 'a.xlsx', content: small }, { headerRow: 2 }),
    /headerRow must be at most 1/,
  );
  const damaged = base64(Buffer.from(small, 'base64').subarray(0, 900));
  assert.match(await preview({ name: 'a.xlsx', content: damaged }), /^file cannot be read\. .*damaged/);
  assert.match(await preview({ name: 'a.pdf', content: base64('%PDF-1.4 nothing') }), /^file /);
  assert.match(
    await preview({ name: 'a.txt', content: base64('') || '=' }),
    /file\.content must be the file in base64/,
  );
  const tall = utils.aoa_to_sheet(Array.from({ length: 10_002 }, (_, row) => [`item ${row}`, row]));
  assert.match(
    await preview({ name: 'tall.xlsx', content: workbook({ T: tall }, 'xlsx') }),
    /at most 10000 rows/,
  );
  const both = await call('POST', `${agent}/tables/${table.body.id}/import/preview`, {
    csv,
    file: { name: 'a.csv', content: base64(csv) },
  });
  assert.match(both.body.message, /either csv or file/);
});
