/** How a column writes decimals: 1,234.5 or 1.234,5. */
export type DecimalMark = 'point' | 'comma';

interface NumberText {
  /** Digits with their separators. */
  body: string;
  factor: number;
}

const currencyCode = /^[A-Z]{3}(?=[\s\d])|(?<=[\s\d])[A-Z]{3}$/;
const spaces = /[\s\u00a0\u202f'’]/g;
const longest = 40;
/** Programs write numbers with more digits. The pattern for them is quadratic in their length. */
const longestPlain = 400;

/** The digits of a number with sign, currency, percent sign or accounting brackets. Undefined: not a number. */
const bodyOf = (text: string): NumberText | undefined => {
  if (text.length > longest) return undefined;
  let rest = text
    .replace(/\p{Sc}/u, '')
    .replace(currencyCode, '')
    .trim();
  const isBracketed = rest.startsWith('(') && rest.endsWith(')');
  if (isBracketed) rest = rest.slice(1, -1);
  const isPercent = rest.endsWith('%');
  if (isPercent) rest = rest.slice(0, -1);
  const sign = /^[+\-−]/.exec(rest.trim())?.[0] ?? '';
  const body = rest.trim().slice(sign.length).replaceAll(spaces, '');
  if (!/^[\d.,]*\d[\d.,]*$/.test(body)) return undefined;
  const isNegative = isBracketed || sign === '-' || sign === '−';
  return { body, factor: (isNegative ? -1 : 1) * (isPercent ? 0.01 : 1) };
};

const grouped = { point: /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, comma: /^\d{1,3}(?:\.\d{2,3})*\.\d{3}$/ };

/**
 * Reads a number as people write it: `1,234.50`, `1.234,50`, `$ 12`, `EUR 12`, `(12)`, `12 %` (0.12). A plain
 * number may have an exponent.
 */
export const readNumber = (text: string, decimal: DecimalMark): number | undefined => {
  if (text.length > longestPlain) return undefined;
  if (decimal === 'point' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const found = bodyOf(text);
  if (!found) return undefined;
  const mark = decimal === 'point' ? '.' : ',';
  const [whole = '', fraction, ...more] = found.body.split(mark);
  if (more.length > 0 || !/^\d*$/.test(fraction ?? '')) return undefined;
  if (!/^\d*$/.test(whole) && !grouped[decimal].test(whole)) return undefined;
  const value = Number(`${whole.replaceAll(/[.,]/g, '') || '0'}.${fraction || '0'}`);
  // A percentage is rounded to the digits that were written: 12.3 % is 0.123, not 0.12300000000000001.
  return Math.abs(found.factor) === 1 ? value * found.factor : Number((value * found.factor).toPrecision(15));
};

/** The decimal mark that the number proves, or undefined for 12 and 1,234. */
const provenMark = (text: string): DecimalMark | undefined => {
  const body = bodyOf(text)?.body ?? '';
  const [point, comma] = [body.lastIndexOf('.'), body.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma';
  const mark = Math.max(point, comma);
  if (mark < 0) return undefined;
  const separator = body[mark]!;
  const isRepeated = body.indexOf(separator) !== mark;
  const decimalOf = (isDecimal: boolean): DecimalMark =>
    (separator === ',') === isDecimal ? 'comma' : 'point';
  if (isRepeated) return decimalOf(false);
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(body) ? undefined : decimalOf(true);
};

/** The decimal mark of a column. Without proof, the one of English. */
export const decimalMarkOf = (cells: Iterable<string>): DecimalMark => {
  let isComma = false;
  for (const cell of cells) {
    const proven = provenMark(cell);
    if (proven === 'point') return 'point';
    isComma ||= proven === 'comma';
  }
  return isComma ? 'comma' : 'point';
};
