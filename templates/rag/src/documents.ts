export interface Document {
  readonly id: string;
  readonly text: string;
}

/** The source of all answers. A module needs no reading; files that the code names would travel with the bundle, too. */
export const documents: readonly Document[] = [
  {
    id: 'hours',
    text: 'The bicycle workshop is open from Tuesday to Saturday, from 10 to 18 o’clock. On the last Thursday of a month it stays open until 21 o’clock.',
  },
  { id: 'repair-time', text: 'A repair takes three working days. A flat tyre is mended while you wait.' },
  {
    id: 'prices',
    text: 'Mending a flat tyre costs 12 euros, setting gears 18 euros, a full inspection 65 euros. Parts are extra.',
  },
  { id: 'payment', text: 'We take cash and cards. Invoices are only for companies, and are due in 14 days.' },
  {
    id: 'rental',
    text: 'City bicycles are rented for 15 euros a day, cargo bicycles for 35 euros a day. Helmet and lock are included.',
  },
  {
    id: 'deposit',
    text: 'A rented city bicycle needs a deposit of 100 euros, a cargo bicycle one of 250 euros. You get it back on return.',
  },
  {
    id: 'booking',
    text: 'Rentals are booked on the website up to 30 days ahead, and can be cancelled without cost until the day before.',
  },
  {
    id: 'warranty',
    text: 'Work of ours comes with a warranty of one year, new bicycles with one of two years. Wear of tyres and brakes is not part of it.',
  },
  {
    id: 'electric',
    text: 'We repair electric bicycles of all makers, but their batteries only go back to the maker for repair.',
  },
  {
    id: 'courses',
    text: 'On the first Saturday of a month there is a course: mend your own bicycle. It costs 20 euros and has eight places.',
  },
  {
    id: 'used',
    text: 'Used bicycles are taken in payment for a new one, when they are no older than eight years and have a proof of purchase.',
  },
  { id: 'place', text: 'The workshop is at 7 Mill Street, in the yard behind the bakery. Tram 4 stops at the corner.' },
];
