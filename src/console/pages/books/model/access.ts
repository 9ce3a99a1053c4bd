import { useMemo } from 'preact/hooks';
import { type Server, useServer } from '../../../server.tsx';
import { useListedTools } from '../../../ui/use-listed-tools.ts';

/** What this page may offer: the server has the tool, and the token allows it. */
export interface Access {
  /** Whether the server has said yet what it has; nothing that writes is offered before. */
  readonly known: boolean;
  readonly write: boolean;
  readonly remove: boolean;
  readonly upload: boolean;
  readonly audit: boolean;
  readonly restore: boolean;
}

export function useAccess(): Access {
  const mayWrite = mayWriteBooks(useServer());
  const tools = useListedTools();
  return useMemo(
    () => ({
      known: tools !== undefined,
      write: mayWrite && tools?.has('write_content') === true,
      remove: mayWrite && tools?.has('delete_content') === true,
      upload: mayWrite && tools?.has('upload_asset') === true,
      audit: tools?.has('audit_trail') === true,
      restore: mayWrite && tools?.has('restore_content') === true,
    }),
    [tools, mayWrite],
  );
}

/** An administrator of the library may do all that a writer may. */
function mayWriteBooks({ may }: Server): boolean {
  return may('fs:write') || may('fs:admin');
}
