import sharp, { type Sharp } from 'sharp';
import { RecognitionError } from '../recognition-error.ts';

/** Eight-bit RGB, three bytes a pixel (one where it is grey), rows from the top. */
export interface OcrImage {
  data: Buffer;
  width: number;
  height: number;
}

export type Rotation = 0 | 90 | 180 | 270;

/** A scan of an A3 page at 600 dpi has 70 million pixels. More is an attack or a map. */
const maxInputPixels = 100_000_000;
/** The engines cannot use a higher resolution, which only costs time and memory. */
const maxSide = 2_400;
/** Smaller letters of a screenshot need doubling. */
const smallSide = 900;

// Decoders work outside the JavaScript heap. A cache between files would only waste memory.
sharp.cache(false);
sharp.concurrency(1);

const rawOf = async (pipeline: Sharp): Promise<OcrImage> => {
  const { data, info } = await pipeline
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** The first image of the file, rotated by its EXIF orientation, on white, in a suitable size. */
export const decodeImage = async (bytes: Uint8Array): Promise<OcrImage> => {
  try {
    const picture = sharp(bytes, {
      limitInputPixels: maxInputPixels,
      failOn: 'truncated',
      page: 0,
      pages: 1,
    });
    const { width, height } = await picture.metadata();
    const side = Math.max(width, height);
    const target = side > maxSide ? maxSide : side < smallSide ? side * 2 : side;
    const scaled = picture
      .autoOrient()
      .resize({ width: target, height: target, fit: 'inside', kernel: 'lanczos3' });
    return await rawOf(scaled);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message))
      throw new RecognitionError('too-large', 'The image has too many pixels', { cause: error });
    throw new RecognitionError('damaged', 'The image is damaged and cannot be read', { cause: error });
  }
};

const over = ({ data, width, height }: OcrImage): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

export const rotateByRightAngles = async (image: OcrImage, degrees: Rotation): Promise<OcrImage> =>
  degrees === 0 ? image : rawOf(over(image).rotate(degrees));

export const rotateImage = (image: OcrImage, degrees: number): Promise<OcrImage> =>
  rawOf(over(image).rotate(degrees, { background: '#ffffff' }));

/** One byte per pixel, at most this large. */
export const grayImage = async (image: OcrImage, maxSide: number): Promise<OcrImage> => {
  const { data, info } = await over(image)
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

export const resizeImage = (image: OcrImage, width: number, height: number): Promise<OcrImage> =>
  rawOf(over(image).resize({ width, height, fit: 'fill' }));

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A part of the image, rotated if requested, scaled to a height. */
export const cropImage = async (
  image: OcrImage,
  box: Box,
  degrees: Rotation,
  height: number,
): Promise<OcrImage> => {
  const cropped = await rotateByRightAngles(await rawOf(over(image).extract(box)), degrees);
  const width = Math.max(8, Math.round((cropped.width * height) / cropped.height));
  return resizeImage(cropped, width, height);
};

export const toPng = (image: OcrImage): Promise<Buffer> =>
  over(image).png({ compressionLevel: 1 }).toBuffer();
