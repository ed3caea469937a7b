export const exampleUrl = 'https://example.com/handbook.pdf';
