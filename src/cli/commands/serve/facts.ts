import type { OptionValues } from '../../../kernel/toolset.ts';
import type { Content, HttpOptions } from '../../../transports/http/serve.ts';
import { shortPath } from '../../terminal/short-path.ts';
import { TOOLSET_IDS } from '../../toolsets.ts';
import type { BannerFacts } from './banner.ts';
import { linkWithToken } from './own-token.ts';
import { dataOf } from './places.ts';

/** A server that listens. */
export interface Announced {
  readonly options: Pick<HttpOptions, 'version' | 'console' | 'publicUrl' | 'tokens' | 'jwt'>;
  readonly settings: { readonly options: OptionValues; readonly toolsets?: readonly string[] | undefined };
  readonly content: Pick<Content, 'opened' | 'absent'>;
  readonly url: string;
  /** The path of the endpoint with all toolsets; those with one are below it. */
  readonly root: string;
  /** The token that the server has made for itself, as a line of a token file, and where it is kept. */
  readonly own?: { readonly line: string; readonly file: string } | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** What the banner shows of a server. */
export function bannerFacts({ options, settings, content, url, root, own, env }: Announced): BannerFacts {
  const ids = content.opened.map(({ toolset }) => toolset.id);
  const console = options.console && `${url}/`;
  const mcp = `${url}${root}`;
  return {
    version: options.version,
    console,
    mcp,
    servers: ids.map((id) => `${root}/${id}`),
    data: dataOf(ids, settings.options, env),
    absent: reasons(content, root, settings.toolsets !== undefined),
    client: `${options.publicUrl?.href.replace(/\/+$/, '') ?? url}${root}`,
    token: own ? `kept in ${shortPath(own.file)}; this link brings it along:` : tokenSources(options),
    own: own && linkWithToken(console ?? mcp, own.line),
  };
}

/** Why toolsets are not served; whoever names some knows why the others are missing. */
function reasons({ absent }: Announced['content'], root: string, someWereNamed: boolean): string[] {
  const toolsets = TOOLSET_IDS.filter((id) => absent.has(`${root}/${id}`));
  if (!someWereNamed) return toolsets.map((id) => absent.get(`${root}/${id}`) ?? '');
  return toolsets.length === 0 ? [] : [`${toolsets.join(', ')}: not among --toolsets`];
}

function tokenSources({ tokens, jwt }: Announced['options']): string | undefined {
  const sources = [...tokens.map(({ source }) => `from ${source}`), ...(jwt ? [`signed by ${jwt.issuer}`] : [])];
  return sources.length === 0 ? undefined : sources.join(', or ');
}
