import { type Box, type OcrImage, resizeImage } from './ocr-image.ts';
import type { PpocrSession } from './ppocr-session.ts';

const textThreshold = 0.3;
const boxThreshold = 0.5;
const minPixels = 12;
/** The network marks the core of a line. Its box grows by this times area over circumference. */
const growth = 1.7;
const multiple = 32;

const roundUp = (value: number): number => Math.max(multiple, Math.ceil(value / multiple) * multiple);

interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
  score: number;
}

/** Connected areas of likely text, found with an explicit stack: a page can be one area of a million pixels. */
const regionsOf = (map: Float32Array, width: number, height: number): Region[] => {
  const seen = new Uint8Array(map.length);
  const regions: Region[] = [];
  const stack: number[] = [];
  const visit = (index: number): void => {
    if (seen[index] || map[index]! < textThreshold) return;
    seen[index] = 1;
    stack.push(index);
  };
  for (let start = 0; start < map.length; start += 1) {
    visit(start);
    if (stack.length === 0) continue;
    const region: Region = { left: width, top: height, right: 0, bottom: 0, pixels: 0, score: 0 };
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const x = index % width;
      const y = (index - x) / width;
      region.left = Math.min(region.left, x);
      region.right = Math.max(region.right, x);
      region.top = Math.min(region.top, y);
      region.bottom = Math.max(region.bottom, y);
      region.pixels += 1;
      region.score += map[index]!;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (y > 0) visit(index - width);
      if (y < height - 1) visit(index + width);
    }
    regions.push(region);
  }
  return regions.filter(({ pixels, score }) => pixels >= minPixels && score / pixels >= boxThreshold);
};

const grow = ({ left, top, right, bottom }: Region, image: OcrImage, scaleX: number, scaleY: number): Box => {
  const width = right - left + 1;
  const height = bottom - top + 1;
  const margin = (width * height * growth) / (2 * (width + height));
  const x = Math.max(0, Math.floor((left - margin) * scaleX));
  const y = Math.max(0, Math.floor((top - margin) * scaleY));
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(image.width - x, Math.ceil((width + 2 * margin) * scaleX))),
    height: Math.max(1, Math.min(image.height - y, Math.ceil((height + 2 * margin) * scaleY))),
  };
};

/** Positions of text lines in any script. `maxSide` is the size in which the image is searched. */
export const findTextBoxes = async (
  session: PpocrSession,
  image: OcrImage,
  maxSide: number,
): Promise<Box[]> => {
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  const width = roundUp(image.width * scale);
  const height = roundUp(image.height * scale);
  const map = await session.detect(await resizeImage(image, width, height));
  return regionsOf(map, width, height).map((region) =>
    grow(region, image, image.width / width, image.height / height),
  );
};
