import { jsonResponse, type Route } from '../route.ts';

/** `/status` */
export const getStatus: Route = ({ store, version }) => ({ version, platforms: store.status() });

/** `/health`: answers without a token. A judge without vectors is well; one without its database is not. */
export const getHealth: Route = ({ store, version }) => {
  try {
    return { status: 'ok', db: true, ...store.vectors(), version };
  } catch {
    const body = { status: 'unhealthy', db: false, sqlite_vec: false, vec_dimension: null, version };
    return jsonResponse(body, 503);
  }
};
