import type { GitConnection } from '../../source.ts';

/** URL of a file by the template of the source. Empty without one. */
export const fileUrlOf = ({ urlTemplate, folder }: GitConnection, path: string): string => {
  if (urlTemplate === '') return '';
  const whole = folder === '' ? path : `${folder}/${path}`;
  return urlTemplate.replaceAll('{path}', () => whole.split('/').map(encodeURIComponent).join('/'));
};
