import { useEffect, useState } from 'preact/hooks';

/** Where the page is: `#/books/my-book/content/01-Part?view=audit`. */
export interface Route {
  readonly page: string;
  /** What follows the page, decoded. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

/** What every page is given. */
export interface PageProps {
  readonly route: Route;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { page: page || 'home', rest, query: new URLSearchParams(query) };
}

/** The address of a place in this page. */
export function hrefTo(page: string, rest: readonly string[] = [], query: Record<string, string> = {}): string {
  const path = [page, ...rest].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `#/${path}${search && `?${search}`}`;
}

export function navigate(href: string, { replace = false } = {}): void {
  if (!replace) {
    location.hash = href;
    return;
  }
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Looks at an address before the page goes there; true when the page is to stay. */
export type RouteGuard = (hash: string) => boolean;

let guard: RouteGuard | undefined;

/** Lets somebody with unsaved work decide about the next addresses; gives what ends that. */
export function guardRoute(next: RouteGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

export function useRoute(): Route {
  const [first] = useState(location.hash);
  const [route, setRoute] = useState(() => parseRoute(first));
  useEffect(() => {
    const onChange = () => {
      if (!guard?.(location.hash)) setRoute(parseRoute(location.hash));
    };
    addEventListener('hashchange', onChange);
    // It may have changed before anybody listened.
    if (location.hash !== first) onChange();
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
