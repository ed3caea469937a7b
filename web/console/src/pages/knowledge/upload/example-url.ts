export const exampleUrl = 'https://example.com/faq.pdf';
