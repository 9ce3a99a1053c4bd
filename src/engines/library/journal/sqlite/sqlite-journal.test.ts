import { journalContract } from '../testing/contract.ts';
import { openTemporary } from '../testing/files.ts';

journalContract('SQLite journal', openTemporary);
