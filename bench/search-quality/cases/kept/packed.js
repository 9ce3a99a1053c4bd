// KEPT AWAY: whoever works on the search must not look at these questions and files; they are for the final figure only.

/** What is asked for lies in an archive or in a packed log. */
export const packed = [
  {
    class: 'archive',
    ask: 'puppet theatre lighting cues',
    file: 'Archive/stage-2015.zip',
    topic: 'school',
    is: {
      members: {
        'stage/puppet-theatre/lighting-cues.txt': 'Cue 1: blue. Cue 2: the moon. Cue 3: dark.',
        'stage/puppet-theatre/cast.txt': 'Crow, king, dog.',
        'stage/poster.txt': 'Red on black.',
      },
      days: 3300,
    },
    others: {
      'Archive/stage-2014.zip': {
        members: { 'stage/theatre/cast.txt': 'A puppet and two men.', 'stage/sound/cues.txt': 'Thunder.' },
      },
      'Notes/lamps.md': { text: 'Lighting for the hall, like in a theatre.' },
    },
    near: 'puppet theatre lighting',
  },
  {
    class: 'archive',
    ask: 'complaint about the noisy airport',
    file: 'Backups/laptop-old.tar.gz',
    topic: 'town',
    is: {
      members: {
        'laptop/letters/airport-complaint.txt':
          'To the council: the airport has become so noisy that a complaint seems the only way.',
        'laptop/letters/thanks.txt': 'Thank you for the plums.',
        'laptop/pw-hint.txt': 'the dog',
      },
      days: 2700,
    },
    others: {
      'Backups/laptop-older.tar.gz': {
        members: {
          'laptop/letters/neighbour.txt': 'A complaint about the drum.',
          'laptop/airport-taxi.txt': '22 euros',
        },
      },
      'Notes/town/noise.md': { text: 'The street is noisy since the airport bus goes here.' },
    },
    near: 'complaint airport',
  },
  {
    class: 'archive',
    ask: 'embroidery machine stitch presets',
    file: 'Downloads/emb-kit-2.2.zip',
    topic: 'craft',
    is: {
      members: {
        'readme.md':
          '# Presets\n\nCopy the stitch files to the card and put it into the embroidery machine while it is off.',
        'stitch/a.dat': 'A1 A2 A3',
        'license.txt': 'Free for private use.',
      },
      days: 600,
    },
    others: {
      'Downloads/emb-kit-2.1.zip': {
        members: { 'readme.md': '# Embroidery kit\n\nFirst release.', 'license.txt': 'Free for private use.' },
      },
    },
    near: 'embroidery stitch',
  },
  {
    class: 'archive',
    ask: 'football tournament 2016 results',
    file: 'Backups/club.tar',
    topic: 'sport',
    is: {
      members: {
        'club/tournament-results-2016.csv': 'team,goals\nfootball juniors,4\nparents,3\n',
        'club/referees.txt': 'Two brothers.',
        'club/songs.txt': 'None.',
      },
      days: 3400,
    },
    others: {
      'Backups/club-misc.tar': {
        members: { 'club/tournament-2014.txt': 'Rain.', 'club/football-shirts.txt': '14 red ones.' },
      },
    },
    near: 'football tournament results',
  },
  {
    class: 'log',
    ask: 'license server heron unreachable',
    file: 'Logs/cad/2026-05-08.log.gz',
    is: { lines: ['ERROR license server "heron" is unreachable, 2 seats fall back to trial'], days: 177 },
    others: {
      'Logs/cad/2026-05-07.log.gz': { lines: ['INFO  license server "heron" gave seat 3'] },
      'Logs/cad/2026-05-09.log.gz': { lines: ['WARN  license server "plover" is unreachable', 'INFO  heron ok'] },
    },
    near: 'license server',
  },
  {
    class: 'log',
    ask: 'checksum mismatch reel 17',
    file: 'Logs/tape/verify-b.log.gz',
    is: { lines: ['FAIL  reel 17 block 2041: checksum mismatch'], days: 300 },
    others: {
      'Logs/tape/verify-a.log.gz': { lines: ['OK    reel 17', 'FAIL  reel 11 block 9: checksum mismatch'] },
      'Logs/tape/verify-c.log.gz': { lines: ['OK    reel 17 was copied anew'] },
    },
    near: 'checksum reel',
  },
  {
    class: 'log',
    ask: 'mirrorfarm quota exceeded',
    file: 'Logs/hosting/messages.1.gz',
    is: { lines: ['disk quota exceeded for account mirrorfarm (5.0 of 5.0 GB)'], days: 40 },
    others: {
      'Logs/hosting/messages.2.gz': {
        lines: ['account mirrorfarm renewed', 'disk quota exceeded for account pinewood'],
      },
    },
    near: 'quota exceeded',
  },
  {
    class: 'log',
    ask: 'printer tray jam third floor',
    file: 'Logs/print/spool-2026-03.log.gz',
    is: { lines: ['WARN  printer on the third floor: paper jam in tray 2, 6 jobs wait'], days: 220 },
    others: {
      'Logs/print/spool-2026-02.log.gz': {
        lines: ['INFO  printer on the third floor: toner low', 'WARN  printer in the hall: paper jam'],
      },
      'Notes/work/printer.md': { text: 'The printer on the floor. Jam and bread in the tray.' },
    },
    near: 'printer tray',
  },
];
