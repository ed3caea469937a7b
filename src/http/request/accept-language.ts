/**
 * The most preferred language of an Accept-Language header, or nothing. Not the whole list: browsers add English, which
 * would win over an agent's own text in the first language.
 */
export const firstAccepted = (header: string | undefined): string[] => {
  const preferred = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';').map((piece) => piece.trim());
      const weight = /^q=([01](?:\.\d{0,3})?)$/.exec(quality)?.[1];
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return preferred.slice(0, 1).map(({ tag }) => tag);
};
