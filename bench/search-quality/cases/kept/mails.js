// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** Mails by sender, subject or attachment, documents by their author. */
export const mails = [
  {
    class: 'mail',
    ask: 'dentist reminder kowalczyk',
    file: 'Mail/Inbox/1611.eml',
    topic: 'health',
    is: {
      from: 'Praxis Dr. Kowalczyk',
      subject: 'Reminder: your visit – Zahnreinigung',
      text: 'We expect you on the ninth at half past eight. Your dentist.',
      style: 'base64',
      days: 22,
    },
    others: {
      'Mail/Inbox/1612.eml': {
        from: 'Praxis Dr. Kowalczyk',
        subject: 'Invoice 220',
        text: 'Payable within four weeks.',
        style: 'base64',
      },
      'Mail/Inbox/1590.eml': {
        from: 'Praxis Sundermann',
        subject: 'Reminder from your dentist',
        text: 'It has been a year.',
        style: 'html',
      },
      'Notes/health/teeth.md': { text: 'Dentist: Kowalczyk or Sundermann?' },
    },
    near: 'dentist reminder',
  },
  {
    class: 'mail',
    ask: 'petra voss train tickets hamburg',
    file: 'Mail/Inbox/1644.eml',
    topic: 'travel',
    is: {
      from: 'Petra Voss',
      subject: 'Unsere Fahrt im März',
      text: 'I booked us the early train, seats by the window.',
      style: 'quoted',
      attachments: ['tickets-hamburg.pdf'],
      days: 210,
    },
    others: {
      'Mail/Inbox/1645.eml': {
        from: 'Petra Voss',
        subject: 'Hamburg',
        text: 'Do you know a museum in Hamburg?',
        style: 'quoted',
      },
      'Mail/Inbox/1570.eml': {
        from: 'Gregor Thiel',
        subject: 'Train tickets',
        text: 'The tickets are at the desk. Petra has the others.',
        style: 'both',
        attachments: ['tickets-basel.pdf'],
      },
    },
    near: 'train tickets hamburg',
  },
  {
    class: 'mail',
    ask: 'wayfarer magazine subscription renewal',
    file: 'Mail/Inbox/1702.eml',
    topic: 'town',
    is: {
      from: 'Wayfarer',
      subject: 'Time for a renewal?',
      text: 'Your subscription of the magazine ends with the next issue.',
      style: 'html',
      days: 51,
    },
    others: {
      'Mail/Inbox/1701.eml': {
        from: 'Wayfarer',
        subject: 'The new issue is here',
        text: 'In this magazine: islands without cars.',
        style: 'html',
      },
      'Mail/Inbox/1688.eml': {
        from: 'Kettle Weekly',
        subject: 'Subscription renewal',
        text: 'The magazine for tea.',
        style: 'html',
      },
    },
    near: 'magazine subscription',
  },
  {
    class: 'mail',
    ask: 'used drum kit viktor',
    file: 'Mail/Lists/band.mbox',
    topic: 'music',
    is: {
      mails: [
        {
          from: 'Viktor Hrubec',
          subject: 'For sale: used drum kit – günstig',
          text: 'Five pieces, one cymbal is cracked. 250 euros.',
          style: 'base64',
        },
        { from: 'Luc Marchand', subject: 'Next gig', text: 'Who brings the cables?', style: 'quoted' },
      ],
      days: 130,
    },
    others: {
      'Mail/Lists/rowing.mbox': {
        mails: [
          { from: 'Viktor Hrubec', subject: 'first aid kit', text: 'Somebody used the last plaster.', style: 'base64' },
        ],
      },
      'Notes/music/drums.md': { text: 'A drum for Juna? A used one.' },
    },
    near: 'drum kit',
  },
  {
    class: 'author',
    ask: 'essay by Callum Wetherby',
    file: 'Downloads/final_v9_print.pdf',
    topic: 'town',
    is: {
      title: 'On hedges, an essay',
      author: 'Callum Wetherby',
      text: 'A hedge is a sentence without a full stop.',
      days: 800,
    },
    others: {
      'Downloads/walls.pdf': { title: 'On walls, an essay', author: 'Morag Innes', text: 'A wall is an answer.' },
      'Documents/School/guests.docx': {
        title: 'Guests',
        author: 'Callum Wetherby',
        text: 'Whom to invite for spring.',
      },
      'Notes/talks.md': { text: 'Wetherby spoke well. Write an essay about it.' },
    },
    near: 'essay Callum',
  },
  {
    class: 'author',
    ask: 'lecture yuki hanabusa',
    file: 'Documents/School/wk05.pptx',
    topic: 'science',
    is: {
      title: 'Lecture five: sediments',
      author: 'Yuki Hanabusa',
      text: ['Grain and time', 'Cores', 'Questions'],
      days: 400,
    },
    others: {
      'Documents/School/wk06.pptx': {
        title: 'Lecture six: currents',
        author: 'Piet Vermeer',
        text: ['Slow and fast', 'Questions'],
      },
      'Documents/School/lab-rules.odt': {
        title: 'Rules of the lab',
        author: 'Yuki Hanabusa',
        text: 'No food, no sandals.',
      },
    },
    near: 'lecture Yuki',
  },
  {
    class: 'author',
    ask: 'tables by Benoit Carlier',
    file: 'Documents/Work/site-b.xlsx',
    topic: 'science',
    is: {
      title: 'Tables of site B',
      author: 'Benoît Carlier',
      rows: [
        ['Depth', 'Salt'],
        ['1', '12'],
        ['2', '17'],
      ],
      days: 360,
    },
    others: {
      'Documents/Work/site-c.xlsx': {
        title: 'Tables of site C',
        author: 'Ines Okafor',
        rows: [
          ['Depth', 'Salt'],
          ['1', '9'],
        ],
      },
      'Mail/Inbox/1733.eml': {
        from: 'Benoît Carlier',
        subject: 'chairs',
        text: 'We need more chairs at the office.',
        style: 'quoted',
      },
    },
    near: 'tables Carlier',
  },
  {
    class: 'author',
    ask: 'saoirse quill booklet',
    file: 'Documents/Choir/print-a5.odt',
    topic: 'music',
    is: {
      title: 'Booklet for the spring concert',
      author: 'Saoirse Quill',
      text: 'All texts in four languages.',
      days: 230,
    },
    others: {
      'Documents/Choir/print-a4.odt': {
        title: 'Booklet for the winter concert',
        author: 'Owen Pryce',
        text: 'All texts in two languages.',
      },
      'Documents/Choir/solo.docx': { title: 'Solo parts', author: 'Saoirse Quill', text: 'Who sings what.' },
    },
    near: 'booklet concert',
  },
];
