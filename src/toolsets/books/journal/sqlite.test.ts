import { journalContract } from './contract.testing.ts';
import { openTemporary } from './files.testing.ts';

journalContract('SQLite journal', openTemporary);
