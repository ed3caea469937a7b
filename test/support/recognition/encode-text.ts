const tables = new Map<string, Map<string, number[]>>();

/** The platform only decodes legacy encodings, so the table is made by decoding every one- and two-byte sequence. */
const tableOf = (encoding: string): Map<string, number[]> => {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add([byte]);
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail]);
  tables.set(encoding, table);
  return table;
};

export const encodeText = (encoding: string, text: string): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = tableOf(encoding).get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
