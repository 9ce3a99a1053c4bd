/** Mails, authors, archives and logs: what is asked for lies inside, encoded or packed. */
export const mails = [
  {
    class: 'mail',
    ask: 'aoife cottage keys',
    file: 'Mail/Inbox/1043.eml',
    topic: 'travel',
    is: {
      from: 'Aoife Brennan',
      subject: 'Keys for the cottage – where to find them',
      text: 'They hang in the shed behind the third plank. Lock the gate because of the sheep.',
      style: 'base64',
      days: 150,
    },
    others: {
      'Mail/Inbox/1044.eml': {
        from: 'Aoife Brennan',
        subject: 'Ferry times',
        text: 'The ferry goes at eight and at noon.',
        style: 'base64',
      },
      'Mail/Inbox/0988.eml': {
        from: 'Owen Pryce',
        subject: 'Cottage in May?',
        text: 'Is the cottage free in May? I could fetch the keys.',
        style: 'quoted',
      },
      'Notes/cottage.md': { text: 'Cottage: bring sheets. Aoife has the number of the farmer.' },
    },
    near: 'cottage keys',
  },
  {
    class: 'mail',
    ask: 'kitchen quote marchand',
    file: 'Mail/Inbox/1187.eml',
    topic: 'house',
    is: {
      from: 'Luc Marchand',
      subject: 'Quote for your kitchen, revised – très bientôt',
      text: 'With the oak worktop it comes to 11 480 euros. The tall cupboard is 20 centimetres narrower now.',
      style: 'both',
      days: 75,
    },
    others: {
      'Mail/Inbox/1150.eml': {
        from: 'Luc Marchand',
        subject: 'Visit on Thursday',
        text: 'I come to measure. The quote follows.',
        style: 'both',
      },
      'Mail/Inbox/1192.eml': {
        from: 'Möbelhaus Ahorn',
        subject: 'Your kitchen quote – 20 % off',
        text: 'Only this week: every kitchen at half price.',
        style: 'html',
      },
    },
    near: 'kitchen quote',
  },
  {
    class: 'mail',
    ask: 'tomasz wedding seating chart',
    file: 'Mail/Sent/0317.eml',
    topic: 'family',
    is: {
      from: 'Nora Falk',
      to: 'Tomasz Zielinski',
      subject: 'Tables for the wedding',
      text: 'Here is who sits where. Please keep uncle Benno away from the band.',
      style: 'quoted',
      attachments: ['seating-chart-v2.ods'],
      days: 480,
    },
    others: {
      'Mail/Sent/0311.eml': {
        from: 'Nora Falk',
        to: 'Tomasz Zielinski',
        subject: 'Wedding: music',
        text: 'Do you have a list of songs?',
        style: 'quoted',
        attachments: ['songs.txt'],
      },
      'Documents/Family/chart.odt': {
        title: 'Growth chart',
        text: 'Seating at the table. For the wedding she must fit into the dress.',
      },
    },
    near: 'wedding chart',
  },
  {
    class: 'mail',
    ask: 'parcel locker pickup code Larkspur',
    file: 'Mail/Inbox/1260.eml',
    topic: 'town',
    is: {
      from: 'Larkspur Books',
      subject: 'Your parcel is waiting',
      text: 'The locker at the station opens with this pickup code: 77 41 09.',
      style: 'html',
      days: 33,
    },
    others: {
      'Mail/Inbox/1259.eml': {
        from: 'Larkspur Books',
        subject: 'Your parcel is on its way',
        text: 'We sent it this morning.',
        style: 'html',
      },
      'Mail/Inbox/1201.eml': {
        from: 'Postfach',
        subject: 'Locker full',
        text: 'Your parcel is at the counter. No pickup code is needed.',
        style: 'html',
      },
    },
    near: 'parcel pickup code',
  },
  {
    class: 'author',
    ask: 'report by Hanneke Dijkstra',
    file: 'Documents/Work/wetland_2025_rev.docx',
    topic: 'science',
    is: {
      title: 'Report on the state of the wetlands',
      author: 'Hanneke Dijkstra',
      text: 'All gauges were read in March and in August.',
      days: 310,
    },
    others: {
      'Documents/Work/gauges.pptx': {
        title: 'Gauges',
        author: 'Hanneke Dijkstra',
        text: 'Where they stand and who reads them.',
      },
      'Documents/Work/rivers-report.docx': {
        title: 'Report on rivers',
        author: 'Ines Okafor',
        text: 'Thanks go to Hanneke for the maps.',
      },
      'Mail/Inbox/1302.eml': {
        from: 'Hanneke Dijkstra',
        subject: 'lunch',
        text: 'I finish the thing today, lunch at one?',
      },
    },
    near: 'report Hanneke',
  },
  {
    class: 'author',
    ask: 'slides ilmari koskinen',
    file: 'Documents/Work/kickoff.pptx',
    topic: 'work',
    is: {
      title: 'Kick-off of the tram project',
      author: 'Ilmari Koskinen',
      text: ['Who we are', 'What we build', 'When it is done'],
      days: 220,
    },
    others: {
      'Documents/Work/offer-tram.docx': {
        title: 'Offer',
        author: 'Petra Voss',
        text: 'Ilmari will show slides at the first meeting.',
      },
      'Notes/work/slides.md': { title: 'Slides', text: 'Fewer slides next time. Ask Koskinen for the template.' },
    },
    near: 'slides koskinen',
  },
  {
    class: 'author',
    ask: 'paper by Oduya and Stern',
    file: 'Downloads/1906.0221v2.pdf',
    topic: 'science',
    is: {
      title: 'Drift of tide gauges in brackish water',
      author: 'F. Oduya, L. Stern',
      text: 'We compare twelve gauges over four years.',
      days: 700,
    },
    others: {
      'Downloads/1911.1183.pdf': {
        title: 'On gauges',
        author: 'T. Oduya',
        text: 'A paper about wood and paper in old instruments.',
      },
      'Notes/reading-list.md': { text: 'Stern (2011) is cited everywhere. Get the paper from the library.' },
    },
    near: 'paper Stern',
  },
  {
    class: 'author',
    ask: 'achterberg handbook',
    file: 'Documents/Choir/hb-v4.odt',
    topic: 'music',
    is: {
      title: 'Handbook for section leaders',
      author: 'Rosalind Achterberg',
      text: 'Warm up for ten minutes, never longer.',
      days: 640,
    },
    others: {
      'Documents/Choir/hb-old.odt': {
        title: 'Handbook for the library of scores',
        author: 'Owen Pryce',
        text: 'Scores are lent for a term.',
      },
      'Documents/Choir/concert-notes.odt': {
        title: 'Programme',
        author: 'Rosalind Achterberg',
        text: 'Three songs before the break.',
      },
    },
    near: 'handbook',
  },
  {
    class: 'archive',
    ask: 'kiosk sign sketch',
    file: 'Archive/studio-2016.zip',
    topic: 'work',
    is: {
      members: {
        'studio/kiosk/sign-sketch.txt': 'Three letters, painted by hand, on the long side.',
        'studio/kiosk/offer.txt': 'Paint and two days.',
        'studio/cafe/menu.txt': 'A board with chalk.',
      },
      days: 3000,
    },
    others: {
      'Archive/studio-2017.zip': {
        members: { 'studio/kiosk/invoice.txt': 'For the kiosk, second half.', 'studio/bakery/sketch.txt': 'Bread.' },
      },
      'Notes/sketches.md': { text: 'A sketch a day. Sign every sketch.' },
    },
    near: 'kiosk sign sketch',
  },
  {
    class: 'archive',
    ask: 'letter to the ferry company',
    file: 'Backups/desk-2019.tar.gz',
    topic: 'travel',
    is: {
      members: {
        'desk/letters/ferry-company.txt':
          'Dear Sir or Madam, on the third of July your ferry left without us although we had tickets.',
        'desk/letters/landlord.txt': 'The tap drips.',
        'desk/todo.txt': 'Buy stamps.',
      },
      days: 2500,
    },
    others: {
      'Backups/desk-2018.tar.gz': {
        members: {
          'desk/letters/landlord.txt': 'The heating knocks.',
          'desk/company.txt': 'Tax number of the company.',
        },
      },
      'Notes/ferry.txt': { text: 'The ferry company has a new timetable.' },
    },
    near: 'letter ferry company',
  },
  {
    class: 'archive',
    ask: 'plotter paper alignment offsets',
    file: 'Downloads/plt_bundle_1.8.zip',
    topic: 'work',
    is: {
      members: {
        'README.txt':
          'How to set the offsets of your plotter: print the alignment page, put the paper in again, and count the ticks.',
        'drv/setup.ini': '[port]\nname=usb\n',
        'LICENSE.txt': 'No warranty.',
      },
      days: 400,
    },
    others: {
      'Downloads/plt_bundle_1.7.zip': {
        members: { 'README.txt': 'Plotter software. Paper sizes: A0 to A4.', 'LICENSE.txt': 'No warranty.' },
      },
    },
    near: 'plotter alignment',
  },
  {
    class: 'archive',
    ask: 'slam poetry entries 2018',
    file: 'Backups/culture.tar',
    topic: 'school',
    is: {
      members: {
        'slam/poetry-entries-2018.csv': 'name,poem\nIda,Concrete\nBo,Seven Mondays\n',
        'slam/jury.txt': 'Five people from the audience.',
        'film/list.txt': 'Silent ones.',
      },
      days: 2900,
    },
    others: {
      'Backups/culture-old.tar': {
        members: { 'slam/poetry-2016.txt': 'Cancelled because of snow.', 'film/entries.txt': 'Four films.' },
      },
    },
    near: 'slam poetry entries',
  },
  {
    class: 'log',
    ask: 'turbine sensor calibration failed',
    file: 'Logs/station/2026-02-17.log.gz',
    is: { lines: ['WARN  turbine 4: sensor calibration failed, offset 0.82 out of range'], days: 258 },
    others: {
      'Logs/station/2026-02-16.log.gz': {
        lines: ['INFO  turbine 4: sensor calibration done, offset 0.11', 'WARN  turbine 2: restart failed'],
      },
      'Logs/station/2026-02-18.log.gz': { lines: ['INFO  turbine 4: sensor replaced', 'INFO  calibration postponed'] },
    },
    near: 'turbine sensor calibration',
  },
  {
    class: 'log',
    ask: 'backup volume amber not mounted',
    file: 'Logs/backup/run-0412.log.gz',
    is: { lines: ['ERROR backup volume "amber" is not mounted, giving up after 3 tries'], days: 99 },
    others: {
      'Logs/backup/run-0411.log.gz': { lines: ['INFO  backup volume "amber" mounted', 'INFO  1204 files copied'] },
      'Logs/backup/run-0413.log.gz': { lines: ['INFO  backup volume "birch" mounted', 'WARN  volume "amber" skipped'] },
    },
    near: 'backup volume mounted',
  },
  {
    class: 'log',
    ask: 'harvest.tif rejected',
    file: 'Logs/web/uploads-31.txt.gz',
    is: { lines: ['POST /upload harvest.tif 413 rejected: larger than 64 MB'], days: 60 },
    others: {
      'Logs/web/uploads-30.txt.gz': {
        lines: ['POST /upload harvest.jpg 200 stored', 'POST /upload barn.tif 413 rejected'],
      },
    },
    near: 'harvest rejected',
  },
  {
    class: 'log',
    ask: 'user larsen locked out',
    file: 'Logs/auth/auth.log.3.gz',
    is: { lines: ['auth: user larsen locked out after 5 wrong passwords from 10.0.0.17'], days: 45 },
    others: {
      'Logs/auth/auth.log.2.gz': {
        lines: ['auth: user larsen logged in from 10.0.0.17', 'auth: user dahl locked out after 5 wrong passwords'],
      },
      'Logs/auth/auth.log.4.gz': { lines: ['auth: user larsen logged out'] },
    },
    near: 'user locked',
  },
];
