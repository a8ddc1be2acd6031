/** The default teams and the terms that point to them. */
export const teamTerms = `billing: invoice 3, charged 3, refund 3, subscription 3, payment 2, discount 2, price 1, bank 1, card 1
delivery: parcel 3, courier 3, tracking 3, deliver 3, delivered 3, delivery 3, shipping 2, order 2, address 1
technical: error 3, crash 3, bug 3, install 3, slow 2, update 2, screen 1, button 1
account: password 3, username 3, log in 3, sign in 3, profile 2, account 2, email 1`;
