/** As the service has them; it decides, the form only says so beforehand. */
export const mostFields = 64;
export const longestName = 32;
export const longestDescription = 128;
