// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Contacts and events of a calendar. */
export const cards = [
  {
    class: 'card',
    ask: 'sandvik vet',
    file: 'Contacts/card-0207.vcf',
    is: {
      name: 'Grete Sandvik',
      mail: 'praxis@mail.invalid',
      phone: '+49 421 60 61',
      company: 'Tierpraxis am Deich',
      note: 'Vet for small animals, also on Saturdays',
    },
    others: {
      'Contacts/card-0208.vcf': {
        name: 'Ole Sandvik',
        mail: 'ole@mail.invalid',
        phone: '+47 900',
        company: 'Shipyard',
        note: 'Boat in winter',
      },
      'Contacts/card-0209.vcf': {
        name: 'Marion Fuchs',
        mail: 'fuchs@mail.invalid',
        phone: '+49 421 33',
        company: 'Tierklinik',
        note: 'Vet, at night',
      },
    },
    near: 'vet',
  },
  {
    class: 'card',
    ask: 'tax adviser moreau',
    file: 'Contacts/card-0215.vcf',
    is: {
      name: 'Céline Moreau',
      mail: 'moreau@mail.invalid',
      phone: '+32 16 20 20',
      company: 'Moreau and Partners',
      note: 'Tax adviser for Belgium',
    },
    others: {
      'Contacts/card-0216.vcf': {
        name: 'Paul Moreau',
        mail: 'paul@mail.invalid',
        phone: '+32 470',
        company: 'Choir',
        note: 'Sings bass',
      },
      'Notes/tax.md': { text: 'Find an adviser for the tax.' },
    },
    near: 'tax adviser',
  },
  {
    class: 'card',
    ask: 'book club yara flat',
    file: 'Calendar/b00c5.ics',
    topic: 'school',
    is: { title: 'Book club', text: 'Everybody brings a poem.', place: 'Flat of Yara, third floor', day: '2026-11-12' },
    others: {
      'Calendar/b00c4.ics': {
        title: 'Book club',
        text: 'Only the first half.',
        place: 'Flat of Owen',
        day: '2026-10-12',
        fill: 0,
      },
      'Calendar/b00c6.ics': {
        title: 'Yara moves',
        text: 'Bring boxes.',
        place: 'Old flat',
        day: '2026-12-01',
        fill: 0,
      },
    },
    near: 'book club flat',
  },
  {
    class: 'card',
    ask: 'observatory eclipse',
    file: 'Calendar/5a7e1.ics',
    topic: 'science',
    is: { title: 'Watching the eclipse', text: 'Glasses are in the drawer.', place: 'Observatory', day: '2026-08-12' },
    others: {
      'Calendar/5a7e2.ics': {
        title: 'Guided tour',
        text: 'Two hours.',
        place: 'Observatory',
        day: '2026-09-02',
        fill: 0,
      },
      'Notes/astro/eclipse.md': { text: 'The next eclipse here is partial.' },
    },
    near: 'observatory eclipse',
  },
];
