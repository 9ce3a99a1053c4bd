import { useEffect, useMemo, useState } from 'preact/hooks';
import type { McpClient } from '../../../mcp/client.ts';
import { type Server, useServer } from '../../../server.tsx';

/** What this page may offer: the server has the tool, and the token allows it. */
export interface Access {
  /** Whether the server has said yet what it has. */
  readonly known: boolean;
  readonly write: boolean;
  readonly remove: boolean;
  readonly upload: boolean;
  readonly audit: boolean;
}

const NOTHING: Access = { known: false, write: false, remove: false, upload: false, audit: false };
const listings = new WeakMap<McpClient, Promise<ReadonlySet<string>>>();

/** Nothing that writes is offered before the server has said what it has. */
export function useAccess(): Access {
  const server = useServer();
  const { client } = server;
  const mayWrite = mayWriteBooks(server);
  const [tools, setTools] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isGone = false;
    toolsOf(client).then(
      (names) => !isGone && setTools(names),
      // Whatever is asked next says what is wrong.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [client]);
  return useMemo(() => {
    if (tools === undefined) return NOTHING;
    return {
      known: true,
      write: mayWrite && tools.has('write_content'),
      remove: mayWrite && tools.has('delete_content'),
      upload: mayWrite && tools.has('upload_asset'),
      audit: tools.has('audit_trail'),
    };
  }, [tools, mayWrite]);
}

/** An administrator of the library may do all that a writer may. */
function mayWriteBooks({ may }: Server): boolean {
  return may('fs:write') || may('fs:admin');
}

function toolsOf(client: McpClient): Promise<ReadonlySet<string>> {
  const before = listings.get(client);
  if (before !== undefined) return before;
  const asked = client.listTools().then((tools) => new Set(tools.map(({ name }) => name)));
  asked.catch(() => listings.delete(client));
  listings.set(client, asked);
  return asked;
}
