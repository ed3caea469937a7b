const pageMark = Buffer.from('OggS');
const opusRate = 48_000;
const mostPages = 200_000;

/** Samples per second in the first packet of the stream: Opus, Vorbis or FLAC. */
const rateOf = (page: Buffer): { rate: number; skip: number } => {
  const opus = page.indexOf('OpusHead');
  if (opus >= 0 && opus + 12 <= page.length) return { rate: opusRate, skip: page.readUInt16LE(opus + 10) };
  const vorbis = page.indexOf('\x01vorbis', 0, 'latin1');
  if (vorbis >= 0 && vorbis + 16 <= page.length) return { rate: page.readUInt32LE(vorbis + 12), skip: 0 };
  const flac = page.indexOf('fLaC');
  if (flac >= 0 && flac + 21 <= page.length) return { rate: page.readUIntBE(flac + 18, 3) >> 4, skip: 0 };
  return { rate: 0, skip: 0 };
};

/** Length of an Ogg file: the position that its last pages state. Chained streams are added. */
export const oggSeconds = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  let current = { rate: 0, skip: 0 };
  let position = 0;
  const finish = () => {
    if (current.rate > 0) total += Math.max(0, position - current.skip) / current.rate;
    position = 0;
  };
  let at = file.indexOf(pageMark);
  for (let pages = 0; at >= 0 && at + 27 <= file.length && pages < mostPages; pages += 1) {
    const isFirst = (file[at + 5]! & 2) !== 0;
    if (isFirst) {
      finish();
      current = rateOf(file.subarray(at, at + 282 + 255));
    }
    const granule = file.readBigInt64LE(at + 6);
    if (granule > 0n) position = Math.max(position, Number(granule));
    at = file.indexOf(pageMark, at + 27);
  }
  finish();
  return total;
};
