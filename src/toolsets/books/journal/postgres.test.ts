import { journalContract } from './contract.testing.ts';
import { openInSchema } from './schemas.testing.ts';

journalContract('PostgreSQL journal', openInSchema);
