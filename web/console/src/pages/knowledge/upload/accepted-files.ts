/** What the service can read as a document; it tells by the bytes, the browser's dialogue by these endings. */
export const acceptedFiles = '.pdf,.txt,.md,.doc,.docx,.csv,.xls,.xlsx';
