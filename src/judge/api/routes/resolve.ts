import { resolve } from '../lookup.ts';
import type { Route } from '../route.ts';

/** `/api/v1/resolve/{anything}`: the rest of the path is the query, slashes included. */
export const resolveProblem: Route = ({ store }, { rest }) => resolve(store, rest);
