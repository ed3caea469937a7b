/** The limits of the service, checked in the form before it is sent. */
export const mostFields = 64;
export const longestName = 32;
export const longestDescription = 128;
