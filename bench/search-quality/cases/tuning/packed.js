/** What is asked for lies in an archive or in a packed log. */
export const packed = [
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
