/** Areas whose messages are loaded with the first page. The messages of all other areas are loaded with other pages. */
export const startAreas: readonly string[] = ['common', 'language', 'overview', 'session', 'shell'];
