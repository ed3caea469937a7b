/** One spelling for each address, so that two accounts cannot differ by case. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
