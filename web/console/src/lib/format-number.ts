import { activeLocale } from '../messages/translate.ts';

/** "1,234.5" in the viewer's locale. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(activeLocale(), options);
