/** Contacts and events of a calendar. */
export const cards = [
  {
    class: 'card',
    ask: 'ludmila piano teacher',
    file: 'Contacts/card-0131.vcf',
    is: {
      name: 'Ludmila Hartwig',
      mail: 'l.hartwig@mail.invalid',
      phone: '+49 421 55 10 92',
      company: 'Music school',
      note: 'Piano teacher of Juna',
    },
    others: {
      'Contacts/card-0132.vcf': {
        name: 'Ludmila Sorin',
        mail: 'sorin@mail.invalid',
        phone: '+49 421 90 31',
        company: 'Bakery',
        note: 'Cakes to order',
      },
      'Contacts/card-0133.vcf': {
        name: 'Jens Pohl',
        mail: 'pohl@mail.invalid',
        phone: '+49 421 77 20',
        company: 'Music school',
        note: 'Piano tuner, knows the teacher',
      },
    },
    near: 'piano teacher',
  },
  {
    class: 'card',
    ask: 'chimney sweep Lepik',
    file: 'Contacts/card-0140.vcf',
    is: {
      name: 'Arvo Lepik',
      mail: 'arvo@mail.invalid',
      phone: '+49 421 12 12',
      company: 'Lepik und Sohn',
      note: 'Chimney sweep, comes in autumn',
    },
    others: {
      'Contacts/card-0141.vcf': {
        name: 'Tiina Lepik',
        mail: 'tiina@mail.invalid',
        phone: '+372 5551',
        company: 'University',
        note: 'Met in Tartu',
      },
      'Notes/chimney.md': { text: 'Sweep before the winter.' },
    },
    near: 'chimney sweep',
  },
  {
    class: 'card',
    ask: 'parents evening school hall',
    file: 'Calendar/e7f2a.ics',
    topic: 'school',
    is: {
      title: 'Parents’ evening',
      text: 'Election of the speakers.',
      place: 'School, large hall',
      day: '2026-11-19',
    },
    others: {
      'Calendar/e7f2b.ics': {
        title: 'School concert',
        text: 'Choir and drums.',
        place: 'School, large hall',
        day: '2026-12-10',
      },
      'Calendar/e7f2c.ics': {
        title: 'Evening with the parents',
        text: 'They bring soup.',
        place: 'Home',
        day: '2026-11-21',
        fill: 0,
      },
    },
    near: 'parents evening',
  },
  {
    class: 'card',
    ask: 'farewell dinner Ines',
    file: 'Calendar/c0ffe.ics',
    topic: 'work',
    is: {
      title: 'Farewell dinner for Ines',
      text: 'Table for nine. Somebody brings the card.',
      place: 'At the mill',
      day: '2026-10-30',
    },
    others: {
      'Calendar/c0ffd.ics': {
        title: 'Farewell of the caretaker',
        text: 'Coffee at three.',
        place: 'School',
        day: '2026-07-01',
      },
      'Mail/Inbox/1911.eml': {
        from: 'Ines Okafor',
        subject: 'Dinner?',
        text: 'Are you free on Friday?',
        style: 'quoted',
      },
    },
    near: 'farewell dinner',
  },
];
