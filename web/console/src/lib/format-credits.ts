import { activeLocale } from '../messages/translate.ts';

/** Credits come as decimal text with up to nine places, which a JavaScript number cannot hold exactly. */
export const formatCredits = (credits: string | number): string =>
  new Intl.NumberFormat(activeLocale(), { maximumFractionDigits: 9 }).format(
    credits as Intl.StringNumericLiteral,
  );
