import { journalContract } from '../testing/contract.ts';
import { openInSchema } from '../testing/schemas.ts';

journalContract('PostgreSQL journal', openInSchema);
