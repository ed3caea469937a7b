const words = `# Lantern Books

A small shop for used books, here to try questions on. Delete it when you have seen enough.

## Opening hours

The shop opens at nine and closes at six from Tuesday to Saturday. On Sundays and Mondays it stays closed.

## Returns

Books can be brought back within 30 days with the receipt. The price is paid back to the card within a week.
Torn pages that were not there before are taken off the price.

## Parcels

A parcel costs 4.50 and travels for two days. Orders above 60 are sent for free. The number of the parcel comes by
e-mail as soon as it has left the shop.
`;

/** Small enough to be ready at once, and with something to ask about. */
export const sampleDocument = (): File => new File([words], 'lantern-books.md', { type: 'text/markdown' });
