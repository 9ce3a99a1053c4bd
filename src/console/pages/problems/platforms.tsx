import { ErrorNotice } from '../../ui/notice.tsx';
import type { Loaded } from '../../ui/use-tool.ts';
import type { PlatformStatus } from './types.ts';

/** What the judge holds. */
export function Platforms({ status }: { status: Loaded<PlatformStatus> }) {
  const { data, error, reload } = status;
  if (data === undefined && error === undefined) return null;
  return (
    <section class="card" aria-labelledby="platforms-title">
      <h2 id="platforms-title">What this judge holds</h2>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {data?.platforms.length === 0 && <p>Nothing yet.</p>}
      {data && data.platforms.length > 0 && (
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Platform</th>
                <th scope="col" class="number">
                  Problems
                </th>
                <th scope="col" class="number">
                  Without a statement
                </th>
                <th scope="col" class="number">
                  Found by words only
                </th>
              </tr>
            </thead>
            <tbody>
              {data.platforms.map(({ source, total, missing_content, not_embedded }) => (
                <tr key={source}>
                  <th scope="row">
                    <bdi>{source}</bdi>
                  </th>
                  <td class="number">{grouped(total)}</td>
                  <td class="number">{grouped(missing_content)}</td>
                  <td class="number">{grouped(not_embedded)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
