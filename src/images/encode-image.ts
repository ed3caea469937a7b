import sharp, { type Sharp } from 'sharp';

export interface ImageToEncode {
  bytes: Uint8Array;
  /** Larger images are scaled down. */
  maxSide: number;
  maxInputPixels: number;
}

export type EncodedImage =
  | { problem: 'too-many-pixels' | 'damaged' }
  | { base64: string; format: 'png' | 'jpg'; width: number; height: number };

sharp.cache(false);
sharp.concurrency(1);

const encode = async (picture: Sharp): Promise<EncodedImage> => {
  const { isOpaque } = await picture.clone().stats();
  // JPEG has no transparency. PNG of a photo is several times as large.
  const output = isOpaque
    ? picture.jpeg({ quality: 88, mozjpeg: true })
    : picture.png({ compressionLevel: 9 });
  const { data, info } = await output.toBuffer({ resolveWithObject: true });
  const format = isOpaque ? 'jpg' : 'png';
  return { base64: data.toString('base64'), format, width: info.width, height: info.height };
};

/**
 * Decodes the first frame of an image and encodes its pixels again, so that nothing else of the file is kept: no
 * location of a photo, no text behind the image. Runs in a worker process, because decoders are written in C.
 */
export default async ({ bytes, maxSide, maxInputPixels }: ImageToEncode): Promise<EncodedImage> => {
  try {
    const pixels = await sharp(bytes, {
      limitInputPixels: maxInputPixels,
      failOn: 'error',
      page: 0,
      pages: 1,
    })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
    return await encode(sharp(pixels));
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    return { problem: isTooLarge ? 'too-many-pixels' : 'damaged' };
  }
};
