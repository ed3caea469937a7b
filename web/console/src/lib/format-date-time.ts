import { activeLocale } from '../messages/translate.ts';

/** Date and time in the viewer's locale and time zone. */
export const formatDateTime = (time: string | number | Date): string =>
  new Date(time).toLocaleString(activeLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
