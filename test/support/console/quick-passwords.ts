/** Real hashing takes a tenth of a second and 128 MB a time; only its own test needs that. */
export const quickPasswords = {
  hash: async (password: string): Promise<string> => `quick$${password}`,
  verify: async (password: string, stored: string): Promise<boolean> => stored === `quick$${password}`,
};
