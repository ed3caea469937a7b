/** A table to try things on: small, with every kind of field. */
export const sampleTable = {
  name: 'orders',
  description: 'Orders of the shop, each with what it holds and how far it is',
  fields: [
    { name: 'order_no', description: 'Number on the receipt', type: 'TEXT', required: true, unique: true },
    { name: 'item', description: 'What was ordered', type: 'TEXT', required: true },
    { name: 'quantity', description: 'How many pieces', type: 'INT' },
    { name: 'price', description: 'Of one piece', type: 'FLOAT' },
    { name: 'ordered_at', description: 'When it came in', type: 'DATETIME' },
    { name: 'is_paid', description: 'Whether it has been paid', type: 'BOOLEAN' },
  ],
};

export const sampleCsv = `order_no,item,quantity,price,ordered_at,is_paid
A-1001,Atlas of rivers,1,24.50,2026-03-02 09:15:00,yes
A-1002,Cooking with lentils,2,12.00,2026-03-02 11:40:00,no
A-1003,A short history of tea,1,18.90,2026-03-03 16:05:00,yes
`;
