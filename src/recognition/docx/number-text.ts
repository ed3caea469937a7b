const letters = (number: number): string => {
  // After z Word continues with aa, bb, cc.
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  return letter.repeat(Math.min(30, Math.ceil(number / 26)));
};

const romanSigns: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const roman = (number: number): string => {
  let rest = Math.min(number, 9_999);
  let text = '';
  for (const [value, sign] of romanSigns) {
    text += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return text;
};

const formats: Record<string, (number: number) => string> = {
  lowerLetter: letters,
  upperLetter: (number) => letters(number).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (number) => roman(number).toUpperCase(),
  decimalZero: (number) => String(number).padStart(2, '0'),
};

/** A number in one of Word's formats. Formats of other scripts give plain digits. */
export const numberText = (number: number, format: string | undefined): string => {
  const write = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  return write && number > 0 ? write(number) : String(number);
};
