// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** The words of the question are not those of the file: other endings, wrong letters, whole sentences. */
export const otherWords = [
  {
    class: 'ending',
    ask: 'knitted sweaters pattern',
    file: 'Documents/Craft/sweater-knitting-pattern.pdf',
    topic: 'craft',
    is: { text: 'Cast on 96 and work in the round.', days: 560 },
    others: {
      'Documents/Craft/sock-pattern.pdf': { text: 'For those who knit fast. Not for a sweater.' },
      'Downloads/wool-shop.html': { title: 'Sweaters', text: 'Sweaters of all sizes, knitted by hand.', fill: 0 },
    },
    near: 'sweater knitting',
  },
  {
    class: 'ending',
    ask: 'gardeners contracts',
    file: 'Documents/House/gardener contract.docx',
    topic: 'garden',
    is: { text: 'Four visits a year, hedge and lawn, leaves are taken along.', days: 380 },
    others: {
      'Documents/House/gardener-phone.txt': { text: 'Calls back on Mondays.' },
      'Documents/Bank/contracts-overview.txt': { text: 'Phone, power, water.' },
    },
    near: 'gardener contract',
  },
  {
    class: 'ending',
    ask: 'measuring windows',
    file: 'Documents/House/window-measurements.ods',
    topic: 'house',
    is: {
      rows: [
        ['Room', 'Width', 'Height'],
        ['Hall', '88', '120'],
        ['Attic', '60', '60'],
      ],
      days: 290,
    },
    others: {
      'Documents/House/window-cleaner.txt': { text: 'Comes in spring.' },
      'Documents/Science/measurements.csv': {
        rows: [
          ['a', '1'],
          ['b', '2'],
        ],
      },
    },
    near: 'window measurement',
  },
  {
    class: 'ending',
    ask: 'donated books',
    file: 'Documents/Family/book_donation_list.xlsx',
    topic: 'school',
    is: {
      rows: [
        ['Title', 'Box'],
        ['Atlas', '1'],
        ['Knots', '2'],
      ],
      days: 470,
    },
    others: {
      'Documents/Family/book-wishes.txt': { text: 'For the birthday.' },
      'Documents/Bank/donation.pdf': { text: 'Thank you for giving to the lifeboats.' },
    },
    near: 'book donation',
  },
  {
    class: 'typo',
    ask: 'waste colection calender',
    file: 'Documents/House/waste-collection-calendar.pdf',
    topic: 'town',
    is: { text: 'Paper on odd Mondays, glass never.', days: 310 },
    others: {
      'Documents/House/waste-fees.pdf': { text: 'A collection takes place twice.' },
      'Documents/Town/calendar.txt': { text: 'Market days.' },
    },
    near: 'waste collection',
  },
  {
    class: 'typo',
    ask: 'restaraunt vouchers',
    file: 'Documents/Family/restaurant-vouchers.txt',
    topic: 'town',
    is: { text: 'Two for the Greek one, one for the mill.', days: 140 },
    others: {
      'Documents/Family/restaurants.txt': { text: 'Closed on Mondays: nearly all.' },
      'Documents/Family/vouchers.odt': { text: 'Book shop, cinema.' },
    },
    near: 'voucher',
  },
  {
    class: 'typo',
    ask: 'speach parliment 2023',
    file: 'Documents/Town/speech parliament 2023.docx',
    topic: 'town',
    is: { text: 'Madam President, I have walked here, and I shall walk home.', days: 1100 },
    others: {
      'Documents/Town/speech wedding 2023.docx': { text: 'Dear both of you.' },
      'Documents/Town/parliament-visit.txt': { text: 'Bring an identity card.' },
    },
    near: 'parliament speech',
  },
  {
    class: 'typo',
    ask: 'pharmasy reciept',
    file: 'Documents/Receipts/pharmacy-receipt.pdf',
    topic: 'health',
    is: { text: 'Drops, one bandage. 17 euros 40.', days: 66 },
    others: {
      'Documents/Receipts/bakery-receipt.pdf': { text: 'Rolls for forty people.' },
      'Documents/Health/pharmacy-hours.txt': { text: 'At night ring the bell.' },
    },
    near: 'pharmacy receipt',
  },
  {
    class: 'sentence',
    ask: 'when is the car due for its next inspection',
    file: 'Notes/car.md',
    topic: 'bank',
    is: { title: 'Car', text: 'The next inspection of the car is due in April of next year, at Hollmann.', days: 260 },
    others: {
      'Notes/journal/2025-04-14.md': { text: 'Car at the garage. When does this end?' },
      'Documents/House/lift-inspection.pdf': { text: 'The lift is due for inspection every second year.' },
    },
    near: 'car inspection',
  },
  {
    class: 'sentence',
    ask: 'the letter that I wrote to the school about the bus',
    file: 'Documents/Juna/to-head-teacher.odt',
    topic: 'school',
    is: {
      title: 'Letter to the school',
      text: 'I write to you about the bus of line 14, which has been late eleven times since the holidays.',
      days: 210,
    },
    others: {
      'Documents/Juna/school-letter-march.pdf': {
        title: 'Letter to all parents',
        text: 'The school is closed on Friday.',
      },
      'Notes/bus-times.md': { text: 'Bus 14: seven past. The school begins at eight.' },
    },
    near: 'letter school bus',
  },
  {
    class: 'sentence',
    ask: 'how much did we pay for the new windows',
    file: 'Documents/Invoices/2023-09-glazier.pdf',
    topic: 'house',
    is: {
      title: 'Invoice of the glazier',
      text: 'Five new windows of larch, fitted. To pay: 7 320 euros.',
      days: 1150,
    },
    others: {
      'Documents/House/curtains.txt': { text: 'New curtains for the windows.' },
      'Mail/Inbox/1802.eml': {
        from: 'Henrik Dahl',
        subject: 'glass',
        text: 'How much did the windows cost you?',
        style: 'quoted',
      },
    },
    near: 'new windows',
  },
  {
    class: 'sentence',
    ask: 'who has the spare key of the summer house',
    file: 'Notes/people/helpers.txt',
    topic: 'family',
    is: { text: ['Summer house: the spare key has Beatriz, two doors to the left.', 'Cat: Owen feeds it.'], days: 330 },
    others: {
      'Notes/summer.md': { text: 'The house in summer is full. Who cooks?' },
      'Documents/House/spare-parts.txt': { text: 'Spare bulbs, a key for the radiators.' },
    },
    near: 'spare key summer',
  },
];
