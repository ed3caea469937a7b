import sharp from 'sharp';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });

/** Images that decode to as many pixels as are accepted, one with more, and one of noise that is as large as accepted. */
export const expensiveImages = async (): Promise<Buffer[]> => [
  await blank(5_000, 5_000).png().toBuffer(),
  await blank(5_000, 5_000).webp({ lossless: true, effort: 0 }).toBuffer(),
  await blank(10_000, 10_000).png().toBuffer(),
  await sharp({
    create: {
      width: 1_200,
      height: 1_200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer(),
];
