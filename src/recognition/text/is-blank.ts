export const isBlank = (markdown: string): boolean => !/[\p{L}\p{N}\p{S}\p{P}]/u.test(markdown);
