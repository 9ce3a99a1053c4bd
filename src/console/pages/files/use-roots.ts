import { useCallback, useMemo } from 'preact/hooks';
import { useServer } from '../../server.tsx';
import { type Loaded, useLoaded } from '../../ui/use-tool.ts';
import { type AllowedFolders, allowedAmong, allowedIn } from './folders.ts';

/** The directories that may be searched: as the server's facts say, or else as it says of the home directory. */
export function useRoots(): Loaded<AllowedFolders> {
  const { client, state } = useServer();
  const facts = JSON.stringify(allowedAmong(state?.facts?.spotlight));
  const told = useMemo(() => JSON.parse(facts) as AllowedFolders, [facts]);
  const ask = useCallback(
    async (signal: AbortSignal): Promise<AllowedFolders> => {
      const answer = await client.callRaw('get_metadata', { path: '~' }, signal);
      if (!answer.isError) return { paths: [String(answer.data?.kMDItemPath ?? '~')], unnamed: 0 };
      const allowed = allowedIn(answer.text);
      if (allowed === undefined || allowed.paths.length === 0) throw new Error(answer.text);
      return allowed;
    },
    [client],
  );
  const asked = useLoaded(state !== undefined && told.paths.length === 0 ? ask : null);
  if (told.paths.length > 0) return { ...asked, data: told, loading: false };
  return { ...asked, loading: state === undefined || asked.loading };
}
