const box = (name: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000];

interface AdtsFrame {
  header: Buffer;
  content: Buffer;
}

const framesOf = (adts: Buffer): AdtsFrame[] => {
  const frames: AdtsFrame[] = [];
  for (let at = 0; at + 7 <= adts.length; ) {
    const length = ((adts[at + 3]! & 3) << 11) | (adts[at + 4]! << 3) | (adts[at + 5]! >> 5);
    if (length < 7 || at + length > adts.length) break;
    frames.push({ header: adts.subarray(at, at + 7), content: adts.subarray(at + 7, at + length) });
    at += length;
  }
  return frames;
};

const describeAac = (header: Buffer) => {
  const profile = (header[2]! >> 6) + 1;
  const rateIndex = (header[2]! >> 2) & 15;
  const channels = ((header[2]! & 1) << 2) | (header[3]! >> 6);
  const config = Buffer.from([(profile << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)]);
  const rate = rates[rateIndex]!;
  const entry = Buffer.alloc(28);
  entry.writeUInt16BE(1, 6);
  entry.writeUInt16BE(channels, 16);
  entry.writeUInt16BE(16, 18);
  entry.writeUInt32BE(rate * 65_536, 24);
  const descriptors = Buffer.concat([
    Buffer.from('00000000031900000004114015000000', 'hex'),
    Buffer.from('0000fa000000fa000502', 'hex'),
    config,
    Buffer.from('060102', 'hex'),
  ]);
  return { rate, sample: box('mp4a', entry, box('esds', descriptors)) };
};

/** The frames of an AAC file in an MP4 container, with the table of samples behind them as recorders write it. */
export const makeM4a = (adts: Buffer, brand = 'M4A '): Buffer => {
  const frames = framesOf(adts);
  const { rate, sample } = describeAac(frames[0]!.header);
  const count = frames.length;
  const units = count * 1024;
  const type = box('ftyp', Buffer.from(brand), words(0), Buffer.from('isom'));
  const data = box('mdat', ...frames.map(({ content }) => content));
  const table = box(
    'stbl',
    box('stsd', words(0, 1), sample),
    box('stts', words(0, 1, count, 1024)),
    box('stsc', words(0, 1, 1, count, 1)),
    box('stsz', words(0, 0, count, ...frames.map(({ content }) => content.length))),
    box('stco', words(0, 1, type.length + 8)),
  );
  const reference = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, rate, units), Buffer.from([0x55, 0xc4, 0, 0])),
    box('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(13)),
    box('minf', box('smhd', words(0, 0)), reference, table),
  );
  const matrix = words(65_536, 0, 0, 0, 65_536, 0, 0, 0, 0x40000000);
  const movie = box(
    'moov',
    box(
      'mvhd',
      words(0, 0, 0, rate, units, 65_536),
      Buffer.from([1, 0, 0, 0]),
      words(0, 0),
      matrix,
      Buffer.alloc(24),
      words(2),
    ),
    box(
      'trak',
      box('tkhd', words(7, 0, 0, 1, 0, units), Buffer.alloc(12), words(0x01000000), matrix, words(0, 0)),
      media,
    ),
  );
  return Buffer.concat([type, data, movie]);
};
