const crc = (bytes: Uint8Array, polynomial: number, bits: 8 | 16): number => {
  const top = 1 << (bits - 1);
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      value = ((value & top ? (value << 1) ^ polynomial : value << 1) & ((1 << bits) - 1)) >>> 0;
  }
  return value;
};

const blockSamples = 4096;

/** A FLAC file of 16-bit samples at 16 kHz, without compression. At most 128 blocks. */
export const makeFlac = (samples: ArrayLike<number>): Buffer => {
  const info = Buffer.alloc(42);
  info.write('fLaC');
  info.writeUInt32BE(0x80000022, 4);
  info.writeUInt16BE(blockSamples, 8);
  info.writeUInt16BE(blockSamples, 10);
  // 20 bits of rate, 3 of channels - 1, 5 of bits - 1, 36 of samples.
  info.writeUInt32BE(((16_000 << 12) | (15 << 4)) >>> 0, 18);
  info.writeUInt32BE(samples.length, 22);
  const frames: Buffer[] = [];
  for (let start = 0, number = 0; start < samples.length; start += blockSamples, number += 1) {
    const length = Math.min(blockSamples, samples.length - start);
    const head = Buffer.from([0xff, 0xf8, 0x75, 0x08, number, (length - 1) >> 8, (length - 1) & 0xff]);
    const content = Buffer.alloc(1 + length * 2, 0x02);
    for (let index = 0; index < length; index += 1)
      content.writeInt16BE(Math.round((samples[start + index] ?? 0) * 32_767), 1 + index * 2);
    const frame = Buffer.concat([head, Buffer.from([crc(head, 0x07, 8)]), content]);
    const check = Buffer.alloc(2);
    check.writeUInt16BE(crc(frame, 0x8005, 16));
    frames.push(frame, check);
  }
  return Buffer.concat([info, ...frames]);
};
