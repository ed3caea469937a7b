const cities = [
  'Berlin',
  'Madrid',
  'Lisbon',
  'Vienna',
  'Prague',
  'Warsaw',
  'Dublin',
  'Athens',
  'London',
  'Zagreb',
  'Nairobi',
  'Bogota',
  'Santiago',
  'Toronto',
  'Chicago',
  'Osaka',
  'Mumbai',
  'Jakarta',
  'Hanoi',
  'Manila',
];

/** One of a thousand Chinese characters. */
export const rareCharacter = (index: number): string => String.fromCodePoint(0x4e00 + (index % 1000));

export const orderFields = [
  { name: 'number', type: 'INT', required: true, unique: true },
  { name: 'reference', type: 'TEXT' },
  { name: 'customer', type: 'TEXT' },
  { name: 'city', type: 'TEXT' },
  { name: 'note', type: 'TEXT' },
  { name: 'total', type: 'FLOAT' },
  { name: 'paid', type: 'BOOLEAN' },
  { name: 'placed', type: 'DATETIME' },
];

export const orderRow = (index: number): Record<string, unknown> => ({
  number: index,
  reference: `R-${(index * 7919) % 1_000_003}-X`,
  // Twenty records each, for any size of the table.
  customer: `customer ${Math.floor(index / 20)}`,
  city: cities[index % cities.length],
  note: index % 10 === 0 ? `订单已发货，客户${rareCharacter(index)}` : `left at door ${(index * 31) % 977}`,
  total: ((index * 17) % 100_000) / 8,
  paid: index % 3 === 0,
  placed: new Date(1_700_000_000_000 + index * 60_000).toISOString(),
});

export const wideFields = [
  { name: 'number', type: 'INT', required: true, unique: true },
  ...Array.from({ length: 19 }, (_, index) => ({
    name: `field_${index}`,
    type: (['TEXT', 'FLOAT', 'TEXT', 'INT', 'BOOLEAN'] as const)[index % 5]!,
  })),
];

export const wideRow = (index: number): Record<string, unknown> => ({
  number: index,
  ...Object.fromEntries(
    wideFields.slice(1).map(({ name, type }, place) => {
      const number = (index * 31 + place * 7) % 10_007;
      if (type === 'TEXT') return [name, `value ${number} of field`];
      if (type === 'BOOLEAN') return [name, number % 2 === 0];
      return [name, type === 'INT' ? number : number / 4];
    }),
  ),
});
