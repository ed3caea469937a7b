import { grayImage, type OcrImage, rotateImage } from './ocr-image.ts';

/** Small enough to be fast, large enough to separate lines of text. */
const lookSide = 800;
const maxDegrees = 12;
const stepDegrees = 0.5;
/** Smaller angles do not affect recognition. */
const leastDegrees = 1;
/** Lines must be this much clearer at the new angle before an image is rotated. */
const leastGain = 1.2;
const inkContrast = 60;

/** The most frequent grey is the background, white or black. */
const paperOf = (gray: Uint8Array): number => {
  const counts = new Uint32Array(256);
  for (const value of gray) counts[value]! += 1;
  return counts.indexOf(Math.max(...counts));
};

/** How unevenly ink is distributed over lines at an angle: text along them gives full and empty lines. */
const unevenness = (
  ink: { x: number; y: number }[],
  height: number,
  width: number,
  degrees: number,
): number => {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(width * Math.abs(slope));
  const sums = new Float64Array(height + 2 * margin + 1);
  for (const { x, y } of ink) sums[Math.round(y + x * slope) + margin]! += 1;
  return sums.reduce((total, sum) => total + sum * sum, 0);
};

/** Skew of the text lines in degrees, positive when they fall to the right. 0 if there is no clear skew. */
const leanOf = async (image: OcrImage): Promise<number> => {
  const { data, width, height } = await grayImage(image, lookSide);
  const paper = paperOf(data);
  const ink: { x: number; y: number }[] = [];
  for (let index = 0; index < data.length; index += 1) {
    if (Math.abs(data[index]! - paper) > inkContrast)
      ink.push({ x: index % width, y: Math.floor(index / width) });
  }
  // Very little ink is a logo, mostly ink is a photograph.
  if (ink.length < 200 || ink.length > data.length * 0.4) return 0;
  let best = { degrees: 0, score: unevenness(ink, height, width, 0) * leastGain };
  for (let degrees = -maxDegrees; degrees <= maxDegrees; degrees += stepDegrees) {
    const score = unevenness(ink, height, width, -degrees);
    if (Math.abs(degrees) >= leastDegrees && score > best.score) best = { degrees, score };
  }
  return best.degrees;
};

/** Rotates a skewed page, because skewed lines overlap. */
export const straightenImage = async (image: OcrImage): Promise<OcrImage> => {
  const degrees = await leanOf(image);
  return degrees === 0 ? image : rotateImage(image, -degrees);
};
