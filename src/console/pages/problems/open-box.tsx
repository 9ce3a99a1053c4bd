import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefTo, navigate } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { hrefOfProblem } from './facts.tsx';
import type { Problem } from './types.ts';

/** Opens the problem behind an address or a name. */
export function OpenBox() {
  const { client } = useServer();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const going = useRef<AbortController>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const wanted = text.trim();
  const open = async () => {
    going.current?.abort();
    const stop = new AbortController();
    going.current = stop;
    setBusy(true);
    setError(undefined);
    try {
      navigate(hrefOfProblem(await client.call<Problem>('resolve_problem', { query: wanted }, stop.signal)));
    } catch (failure) {
      if (!stop.signal.aborted) setError(failure);
    } finally {
      if (!stop.signal.aborted) setBusy(false);
    }
  };
  return (
    <form
      class="card open-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') void open();
      }}
    >
      <h2>Open a problem</h2>
      <label class="field">
        <span>Address or name</span>
        <input
          type="text"
          value={text}
          autocomplete="off"
          spellcheck={false}
          maxLength={2000}
          aria-describedby="open-hint"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span class="hint" id="open-hint">
          Such as <code>https://leetcode.com/problems/two-sum/</code>, <code>CF1920A</code>, <code>abc300_a</code> or{' '}
          <code>quartet:1</code>
        </span>
      </label>
      {error !== undefined && (
        <>
          <ErrorNotice error={error} />
          <p>
            <a href={hrefTo('problems', [], { view: 'meaning', q: wanted })}>Search by meaning instead</a>
          </p>
        </>
      )}
      <button type="submit" class="button" disabled={busy || wanted === ''}>
        Open
      </button>
    </form>
  );
}
